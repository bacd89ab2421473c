import { countersAtOnce, detects } from './reference/twenty-rounds.ts';

detects(countersAtOnce.filter(({ server }) => server !== undefined));
