import { expect, it } from 'vitest';
import { toFailure } from '../../src/drive/http/failure.ts';

it('tells what to do where there are no more files to be opened', () => {
  const error = Object.assign(new Error('connect EMFILE 127.0.0.1:80'), { code: 'EMFILE' });
  expect(toFailure(error, 'connect')).toEqual({
    kind: 'connect',
    message: 'too many open files (EMFILE): raise the limit (ulimit -n), or use fewer connections',
  });
});
