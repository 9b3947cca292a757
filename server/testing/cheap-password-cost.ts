/**
 * bcrypt's lowest cost. Each step up doubles the time of every sign-up and sign-in of a test;
 * passwords.test.ts checks the cost of a real server.
 */
export const cheapPasswordCost = 4;
