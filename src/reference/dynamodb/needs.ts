/** An emulator of DynamoDB's API: what it shows is its own behaviour under that API, not that of the service. */
export const DYNALITE = 'dynalite@4.0.0';
