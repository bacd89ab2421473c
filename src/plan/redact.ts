export { type Hiding, hiding, redactor } from '../scenario/redact.ts';
export { cookieSecrets, credentialsOf } from '../scenario/text/secrets.ts';
