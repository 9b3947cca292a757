/**
 * Every error of /storage/v1: the protocol's status, the word that older clients read as `error`,
 * and the default message. The code itself is sent as `code`.
 */
const errorTable = {
  NoSuchBucket: [404, 'Bucket not found', 'Bucket not found'],
  NoSuchKey: [404, 'not_found', 'Object not found'],
  NoSuchRoute: [404, 'Not Found', 'Route not found'],
  InvalidJWT: [400, 'InvalidJWT', 'Invalid JWT'],
  InvalidSignature: [400, 'InvalidSignature', 'The url do not match the signature'],
  InvalidRequest: [400, 'InvalidRequest', 'The request is not valid'],
  MissingAuthorization: [400, 'Error', "headers must have required property 'authorization'"],
  InvalidBucketName: [400, 'Invalid Input', 'Bucket name invalid'],
  InvalidKey: [400, 'InvalidKey', 'Invalid key'],
  RequestTimeout: [408, 'RequestTimeout', 'The body takes too long to arrive'],
  InvalidMimeType: [415, 'invalid_mime_type', 'mime type is not supported'],
  InvalidRange: [416, 'invalid_range', 'invalid range provided'],
  PreconditionFailed: [412, 'PreconditionFailed', 'A condition of the request is not met'],
  EntityTooLarge: [413, 'Payload too large', 'The object exceeded the maximum allowed size'],
  AccessDenied: [403, 'Unauthorized', 'Access denied'],
  ResourceAlreadyExists: [409, 'Duplicate', 'The resource already exists'],
  ResourceNotEmpty: [409, 'InvalidRequest', 'The bucket you tried to delete is not empty'],
  NotSupported: [501, 'NotSupported', 'This part of the storage API is not offered'],
  SlowDown: [503, 'SlowDown', 'Too many images are being rendered. Please try again in a moment.'],
  DatabaseTimeout: [
    503,
    'DatabaseTimeout',
    'The database is not responding. Please try again in a moment.',
  ],
  InternalError: [500, 'InternalError', 'Internal server error'],
} as const satisfies Readonly<
  Record<string, readonly [status: number, error: string, message: string]>
>;

export type StorageErrorCode = keyof typeof errorTable;

export interface StorageErrorOptions extends ErrorOptions {
  /** Replaces the table's status, for statuses that a database function names. */
  readonly status?: number;
  /** Replaces the table's word. */
  readonly error?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that the client receives, with a code of the protocol. */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly code: StorageErrorCode;
  readonly status: number;
  readonly #error: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: StorageErrorCode, message?: string, options: StorageErrorOptions = {}) {
    super(message ?? errorTable[code][2], options);
    this.code = code;
    this.status = options.status ?? errorTable[code][0];
    this.#error = options.error ?? errorTable[code][1];
    this.headers = options.headers ?? {};
  }

  /** The body as clients read it. */
  body(): Readonly<Record<'statusCode' | 'error' | 'message' | 'code', string>> {
    return {
      statusCode: String(this.status),
      error: this.#error,
      message: this.message,
      code: this.code,
    };
  }
}

/** Statuses that HTTP itself gives a meaning; clients of the protocol get 400 for all others. */
const realStatuses = [408, 412, 416, 500, 501, 503] as const;
type RealStatus = (typeof realStatuses)[number];

/** Returns the HTTP status of an error. The protocol's own status is in the body. */
export function httpStatus({ status }: StorageError): RealStatus | 400 {
  return realStatuses.find((real) => real === status) ?? 400;
}
