import { designs } from '../../src/reference/registry.ts';

/** Counters whose fault, if any, is that writes at once are lost; what else can be wrong is in the stories. */
export const countersAtOnce = designs.filter(
  ({ object, right, finding }) => object === 'counter' && (right || finding === 'CP101'),
);
