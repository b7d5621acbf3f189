import { expect, test } from 'vitest'
import { programEnv } from '../../server/backup/database.ts'

test.each([
  ['postgres://xzx:p%40w@127.0.0.1/a?sslmode=disable', ['127.0.0.1', '5432', 'xzx', 'p@w', 'a', 'disable']],
  ['postgres://xzx:pw@[::1]:5433/a', ['::1', '5433', 'xzx', 'pw', 'a', undefined]],
  ['postgres://xzx:pw@%2Frun%2Fpg:5433/a', ['/run/pg', '5433', 'xzx', 'pw', 'a', undefined]],
  ['postgres://xzx:pw@/a?host=/run/pg&port=5433', ['/run/pg', '5433', 'xzx', 'pw', 'a', undefined]],
  ['postgres://127.0.0.1:5433/a?user=xzx&password=pw', ['127.0.0.1', '5433', 'xzx', 'pw', 'a', undefined]],
])('a backup is made by whatever address serves: %s', async (address, parts) => {
  const env = await programEnv(address)
  expect(['HOST', 'PORT', 'USER', 'PASSWORD', 'DATABASE', 'SSLMODE'].map((name) => env[`PG${name}`])).toEqual(parts)
})
