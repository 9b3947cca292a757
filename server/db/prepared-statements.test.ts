import { expect, it } from 'vitest';
import { PreparedStatements } from './prepared-statements.ts';

function ask(statements: PreparedStatements, text: string): string {
  const statement = statements.for('anon', 'public', text);
  statement.state = 'parsed';
  return statement.name;
}

it('knows a statement again, for the same reader', () => {
  const statements = new PreparedStatements();
  const name = ask(statements, 'select 1');
  expect(statements.for('anon', 'public', 'select 1').name).toBe(name);
  expect(statements.for('authenticated', 'public', 'select 1').name).not.toBe(name);
});

it('closes the one that was not used for longest where there are too many', () => {
  const statements = new PreparedStatements(2);
  const [first, second] = [ask(statements, 'a'), ask(statements, 'b')];
  ask(statements, 'a');
  ask(statements, 'c');
  expect(statements.dismissed).toEqual([second]);
  expect(ask(statements, 'a')).toBe(first);
});

it('keeps one long text, and half a million characters of the others', () => {
  const statements = new PreparedStatements();
  const common = ask(statements, 'select');
  const [long, longer] = ['x'.repeat(20_000), 'y'.repeat(2_000_000)].map((text) =>
    ask(statements, text),
  );
  expect(statements.dismissed).toEqual([long]);
  ask(statements, 'z'.repeat(20_000));
  expect(statements.dismissed).toEqual([long, longer]);
  for (let n = 0; n < 100; n += 1) {
    ask(statements, `${n}`.padEnd(16_000));
    expect(ask(statements, 'select')).toBe(common);
  }
  expect(statements.size).toBeLessThan(40);
});
