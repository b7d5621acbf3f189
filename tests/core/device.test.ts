import { expect, test } from 'vitest'
import { deviceSays } from '../../core/domain/device.ts'

const gecko = 'AppleWebKit/537.36 (KHTML, like Gecko)'
test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${gecko} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.2210.91`,
    'Edge 120，Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${gecko} Chrome/131.0.0.0 Safari/537.36`, 'Chrome 131，Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:109.0) Gecko/20100101 Firefox/115.0', '火狐 115，Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
    'Safari 17，iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; V2241A) ${gecko} Chrome/111.0 Mobile Safari/537.36 MicroMessenger/8.0.44`,
    '微信 8，安卓',
  ],
  ['xzx/1.0 node', 'xzx 命令行'],
  ['<script>alert(1)</script>', null],
  ['', null],
])('what %s is in words', (agent, says) => expect(deviceSays(agent)).toBe(says))
