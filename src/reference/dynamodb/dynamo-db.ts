/** One call of DynamoDB's API: its operation, and the input and output of that. */
export type DynamoDb = (operation: string, input: object) => Promise<Readonly<Record<string, unknown>>>;

/** What the API answered in place of an output. */
export class DynamoError extends Error {
  /** As the documentation names it: `ConditionalCheckFailedException`. */
  readonly type: string;

  constructor(type: string, message: string) {
    super(`${type}: ${message}`);
    this.type = type;
  }
}

/** An emulator takes any signature, so this one is none. */
const HEADERS = {
  'Content-Type': 'application/x-amz-json-1.0',
  Authorization:
    'AWS4-HMAC-SHA256 Credential=none/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none',
  'X-Amz-Date': '20260101T000000Z',
};

/** Calls to an endpoint that does not look at who asks. */
export const dynamoDb =
  (endpoint: string): DynamoDb =>
  async (operation, input) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { ...HEADERS, 'X-Amz-Target': `DynamoDB_20120810.${operation}` },
      body: JSON.stringify(input),
    });
    const output = (await response.json()) as Readonly<Record<string, unknown>>;
    if (response.ok) return output;
    throw new DynamoError(String(output.__type).replace(/^.*#/, ''), String(output.message ?? output.Message ?? ''));
  };

/** The write was turned away by its condition, and changed nothing. */
export const conditionFailed = (error: unknown): boolean =>
  error instanceof DynamoError && error.type === 'ConditionalCheckFailedException';
