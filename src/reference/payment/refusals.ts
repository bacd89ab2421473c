import { Refusal } from '../http/answer.js';

export const inFlight = (): Refusal => new Refusal(409, 'a request with this key is being worked on');

export const otherOrder = (): Refusal => new Refusal(422, 'this key was used for another payment');
