import { stories } from '../reference/stories.ts';
import { tell } from '../reference/tell.ts';

/** Ten of ten, and twenty of twenty, of every story to every design in it. */
tell(stories, { wrong: 10, right: 20 }, 3_600_000);
