import { expect, test } from 'vitest'
import { personalInAnswer, toldIn } from '../../core/words/echo.ts'
import { hiddenAt } from '../../core/words/personal.ts'

const answered = (wrote: string, answer: string) => hiddenAt(answer, personalInAnswer(answer, toldIn([wrote])))

test.each([
  ['我住红旗小区3号楼2单元501室，漏水', '您反映的红旗小区3号楼2单元501室漏水已修', '501'],
  ['我家在红旗小区3号楼2单元501', '您小区三号楼2单元501室已修', '501'],
  ['我的车陕E12345被拖走', '您的车陕E１２３４５已放行', '陕E１２３４５'],
  ['微信zhangsan88', '已用微信zhangsan88告知', 'zhangsan88'],
  ['家里座机0913-6155123', '已回电您家09136155123', '6155123'],
  ['家住史家村三组12号', '史家村三组12号王建家的水管已修', '三组12号'],
  ['邮箱zs123@qq.com', '已发至 zs123@qq.com', 'zs123'],
])('an answer does not tell again what its writer told of themselves: %s', (wrote, answer, own) => {
  expect(answered(wrote, answer)).not.toContain(own)
})

test.each([
  ['我住红旗小区3号楼2单元501室', '请到行政服务中心2号楼3层办理，电话0913-6150000，邮箱 banshi@example.gov.cn'],
  ['路灯不亮', '您反映的红旗小区3号楼2单元501室门前路灯已修'],
  ['微信zhangsan88', '请关注微信公众号qingshizx'],
])('what the office tells of itself stays: %s', (wrote, answer) => {
  expect(answered(wrote, answer)).toBe(answer)
})
