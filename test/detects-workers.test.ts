import { countersOn, detects } from './reference/twenty-rounds.ts';

detects(countersOn('miniflare'));
