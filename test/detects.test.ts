import { countersAtOnce, detects, onServers } from './reference/twenty-rounds.ts';

detects(countersAtOnce.filter((design) => !onServers(design)));
