import { expect, it } from 'vitest';
import { knownServer, rememberServer } from './known-servers';

it('knows a server again however its address is written', () => {
  rememberServer({ address: ' redis://LOCALHOST/ ', user: 'app', prefix: 'p:' });
  expect(knownServer('redis://localhost:6379')).toMatchObject({ user: 'app', prefix: 'p:' });
  expect(knownServer('redis://localhost:6379/0')).toMatchObject({ user: 'app' });
  expect(knownServer('redis://localhost:6379/2')).toBeNull();
  expect(knownServer('rediss://localhost:6379')).toBeNull();
  expect(knownServer('')).toBeNull();
});
