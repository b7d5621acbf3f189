import { expect, test } from 'vitest'
import { personalAmong, toldIn } from '../../core/words/echo.ts'
import { hiddenAt } from '../../core/words/personal.ts'

const answered = (wrote: string, answer: string) => hiddenAt(answer, personalAmong(answer, toldIn([wrote]), false))

test.each([
  ['我住红旗小区3号楼2单元501室，漏水', '您反映的红旗小区3号楼2单元501室漏水已修', '501'],
  ['我家在红旗小区3号楼2单元501', '您小区三号楼2单元501室已修', '501'],
  ['我的车陕E12345被拖走', '您的车陕E１２３４５已放行', '陕E１２３４５'],
  ['微信zhangsan88', '已用微信zhangsan88告知', 'zhangsan88'],
  ['家里座机0913-6155123', '已回电您家09136155123', '6155123'],
  ['家住史家村三组12号', '史家村三组12号王建家的水管已修', '三组12号'],
  ['邮箱zs123@qq.com', '已发至 zs123@qq.com', 'zs123'],
  ['惠农卡6230280000000001234没到账', '补贴已打入您6230280000000001234', '0001234'],
  ['护照E12345678', 'E12345678已办好', 'E12345678'],
  ['我住红旗小区3号楼2单元501室', '您反映的红旗小区3号楼501室漏水已修', '501'],
  ['我家502漏水', '您家502漏水已修', '502'],
  ['微信zhangsan88', '已加zhangsan88告知', 'zhangsan88'],
  ['QQ12345678', '材料已发至12345678@qq.com', '12345678'],
  ['车陕E12345', '您的E12345已放行', 'E12345'],
  ['户号1234567890', '用户1234567890已恢复供水', '1234567890'],
  ['座机0913-6155123', '已拨打6155123告知', '6155123'],
  ['收货地址：仓颉路15号', '仓颉路15号已派件', '路15号'],
  ['史家村东巷5号', '东巷5号已修', '东巷5号'],
  ['我是红旗小区8栋二单元的', '8栋二单元暖气已修', '8栋二单元'],
  ['家住史家村三组12号', '史家村三组十二号已修', '十二号'],
  ['红旗小区3-2-501漏水', '红旗小区3号楼2单元501室已修', '501'],
  ['我叫周小雨，女，林皋镇 可仙村 五组人', '已到可仙村五组当面说明', '五组'],
  ['我住林皋镇 可仙村 五组', '已到可仙村5组查看', '5组'],
  ['器休村6组王建国家', '器休村第六组的水管已修', '六组'],
])('an answer does not tell again what its writer told of themselves: %s', (wrote, answer, own) => {
  expect(answered(wrote, answer)).not.toContain(own)
})

test.each([
  ['我住红旗小区3号楼2单元501室', '请到行政服务中心2号楼3层办理，电话0913-6150000，邮箱 banshi@example.gov.cn'],
  ['路灯不亮', '您反映的红旗小区3号楼2单元501室门前路灯已修'],
  ['微信zhangsan88', '请关注微信公众号qingshizx'],
  ['家住史家村三组12号', '3月12日已修好，费用3.12万元'],
  ['我家502漏水', '第502号文件'],
  ['我住林皋镇可仙村五组', '可仙村六组、和家村五组的路已修'],
  ['可仙村五组路不好', '可仙村五组的路已修'],
])('what the office tells of itself stays: %s', (wrote, answer) => {
  expect(answered(wrote, answer)).toBe(answer)
})

test.each([
  ['我的惠农卡6230280000000001234没到账，请查6230280000000001234', '0001234'],
  ['护照E12345678过期，E12345678何时办好', 'E12345678'],
  ['我的微信zhangsan88，请加zhangsan88', 'zhangsan88'],
  ['收货地址：仓颉路15号，请到仓颉路15号找我', '路15号'],
])('what is hidden behind its label is hidden where it is said again: %s', (text, own) => {
  expect(hiddenAt(text, personalAmong(text, toldIn([text]), true))).not.toContain(own)
})

test('many homes in a letter and as many in its answer take no long time', () => {
  const rooms = (first: number) =>
    Array.from({ length: 2000 }, (_, i) => `${first + i}号楼2单元${500 + i}室`).join('，')
  const start = process.cpuUsage()
  personalAmong(rooms(5000), toldIn([rooms(1)]), false)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1500)
})
