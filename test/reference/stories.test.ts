import { stories } from './stories.ts';
import { tell } from './tell.ts';

tell(stories.filter((_, i) => i % 2 === 0));
