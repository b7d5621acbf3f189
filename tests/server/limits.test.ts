import { expect, test } from 'vitest'
import { limitsFrom } from '../../server/limits.ts'

test('proxies are addresses and networks, and nothing else', () => {
  expect(limitsFrom({}).proxies).toEqual([])
  expect(limitsFrom({ XZX_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }).proxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1'])
  for (const wrong of ['true', '*', 'proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/'])
    expect(() => limitsFrom({ XZX_PROXIES: wrong })).toThrow('XZX_PROXIES')
})
