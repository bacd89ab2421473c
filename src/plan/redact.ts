export { type Hiding, hiding, redactor } from '../scenario/redact.ts';
export { isSensitive } from '../scenario/text/header.ts';
export { cookieSecrets, credentialsOf } from '../scenario/text/secrets.ts';
