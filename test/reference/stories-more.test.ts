import { stories } from './stories.ts';
import { tell } from './tell.ts';

// In a file of their own, so that both halves run side by side.
tell(stories.filter((_, i) => i % 2 === 1));
