export { redactor } from '../scenario/redact.ts';
