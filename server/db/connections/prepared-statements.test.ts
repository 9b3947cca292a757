import { expect, it } from 'vitest';
import { PreparedStatements } from './prepared-statements.ts';

function ask(statements: PreparedStatements, text: string): string {
  const statement = statements.for('anon', 'public', text);
  statement.isParsed = true;
  return statement.name;
}

it('PreparedStatements returns the same statement for the same role and search path', () => {
  const statements = new PreparedStatements();
  const name = ask(statements, 'select 1');
  expect(statements.for('anon', 'public', 'select 1').name).toBe(name);
  expect(statements.for('authenticated', 'public', 'select 1').name).not.toBe(name);
});

it('PreparedStatements evicts the least recently used statement above its limit', () => {
  const statements = new PreparedStatements(2);
  const [first, second] = [ask(statements, 'a'), ask(statements, 'b')];
  ask(statements, 'a');
  ask(statements, 'c');
  expect(statements.toClose).toEqual([second]);
  expect(ask(statements, 'a')).toBe(first);
});

it('PreparedStatements stores one long text, and half a million characters of others', () => {
  const statements = new PreparedStatements();
  const common = ask(statements, 'select');
  const [long, longer] = ['x'.repeat(20_000), 'y'.repeat(2_000_000)].map((text) =>
    ask(statements, text),
  );
  expect(statements.toClose).toEqual([long]);
  ask(statements, 'z'.repeat(20_000));
  expect(statements.toClose).toEqual([long, longer]);
  for (let n = 0; n < 100; n += 1) {
    ask(statements, `${n}`.padEnd(16_000));
    expect(ask(statements, 'select')).toBe(common);
  }
  expect(statements.size).toBeLessThan(40);
});
