import { expect, test } from 'vitest'
import { asSeen } from '../../core/domain/laid.ts'
import { masked } from '../../core/domain/personal.ts'
import { personalHits } from '../../core/words/hits.ts'
import { hiddenIn, maskedAs, personalIn } from '../../core/words/personal.ts'

const told = (text: string) => personalIn(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])

test.each([
  ['联系人王某，手机 13812345678。', [['phone', '13812345678']]],
  [
    '电话：138-1234-5678、+86 139 1234 5678',
    [
      ['phone', '138-1234-5678'],
      ['phone', '86 139 1234 5678'],
    ],
  ],
  ['１３８１２３４５６７８', [['phone', '１３８１２３４５６７８']]],
  ['身份证号11010519491231002X，', [['idNumber', '11010519491231002X']]],
  ['身份证 110105 19491231 002x', [['idNumber', '110105 19491231 002x']]],
  ['旧身份证 110105491231002', [['idNumber', '110105491231002']]],
  ['卡号 6222 0212 0200 1234 560 开户行', []],
  ['账号 4111 1111 1111 1111', [['bankCard', '4111 1111 1111 1111']]],
  [
    '两个号 13812345678 13912345678',
    [
      ['phone', '13812345678'],
      ['phone', '13912345678'],
    ],
  ],
  ['家庭住址：青石县人民路12号3单元501室，其妻', [['address', '青石县人民路12号3单元501室']]],
  ['现住清河镇柳庄村三组', [['address', '清河镇柳庄村三组']]],
])('%s', (text, expected) => {
  expect(told(text)).toEqual(expected)
})

test.each([
  '青政发〔2026〕13812号',
  '2026-11-25 08:30:00，第 110105194912310021 号（校验位不符）',
  '统一社会信用代码 91110105MA01234567',
  '电话 0312-1234567、12345、110',
  '订单 138123456789012 共 11 位以上',
  'https://example.cn/a/13812345678x.html',
  '单位地址：青石县人民路 1 号',
  '家庭教育是教育的开端，居住环境得到改善',
  '项目编号 20261125123456789',
])('nothing of anybody: %s', (text) => {
  expect(told(text)).toEqual([])
})

const toldOfStrangers = (text: string) =>
  personalIn(text, true).map(({ kind, start, end }) => [kind, text.slice(start, end)])

test.each([
  'Tel13812345678',
  'wx13812345678',
  '13812345678a',
  '13812345678_',
  '138.1234.5678',
  '138  1234  5678',
  '138 12 34 56 78',
  '1 3 8 1 2 3 4 5 6 7 8',
  '138 1234 567 8',
  '13 8123 456 78',
  '138*1234*5678',
  '138：1234：5678',
  '138……1234……5678',
  '138一二三四5678',
  '138①②③④5678',
  '壹叁捌壹贰叁肆伍陆柒捌',
  '138\u31641234\u31645678',
  '138–1234–5678',
  '138\u20101234\u20105678',
  '(138)12345678',
  '138/1234/5678',
  '138、1234、5678',
  '138\n1234\n5678',
  '138\t1234\t5678',
  '138\u200b1234\u200b5678',
  '138 ,1234, 5678',
  '٠٠٨٦١٣٨١٢٣٤٥٦٧٨',
  '𝟏𝟑𝟖𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖',
  '①③⑧①②③④⑤⑥⑦⑧',
  '一三八一二三四五六七八',
  '１３８－１２３４－５６７８',
])('a phone of whoever wrote from outside: %j', (text) => {
  expect(toldOfStrangers(`电话：${text}，谢谢`)[0]?.[0]).toBe('phone')
  const hidden = hiddenIn(`电话：${text}，谢谢`, true)
  expect([personalIn(hidden, true), hidden]).toEqual([[], expect.stringContaining('****')])
})

test.each([
  ['110105-1949-1231-002-X', [['idNumber', '110105-1949-1231-002-X']]],
  ['ID11010519491231002X', [['idNumber', '11010519491231002X']]],
  ['110105.1949.12.31.002X', [['idNumber', '110105.1949.12.31.002X']]],
  ['邮箱zs.li@qq.com。', [['email', 'zs.li@qq.com']]],
  [
    '座机0558-7201234或(0558)7201234',
    [
      ['landline', '0558-7201234'],
      ['landline', '0558)7201234'],
    ],
  ],
  ['010 82341234', [['landline', '010 82341234']]],
  ['我家住东街小区3号楼2单元501室，夜里', [['address', '东街小区3号楼2单元501室']]],
])('of whoever wrote from outside: %s', (text, expected) => {
  expect(toldOfStrangers(text)).toEqual(expected)
})

test.each([
  '1998.7.15-2003.6.1 在县一中，2026年11月25日 08:30、2026/11/25、2026-11-25 13:45:10',
  '每月1、3、5、7、8、10、12日，1、3、5、7、9、11、13、15号楼',
  '共 13,812,345,678 元，人均 1385.1234567 元，经度 113.12345678',
  '地址 139.159.123.45，版本 1.3.8.12，青政发〔2026〕138号、1381-2026-11号',
  '产量 1385 1902 77 3415，一三五日限行，二〇二六年一月三日',
  'https://example.cn/a/13812345678x.html',
  '@所有人 见 a@b，①13②46',
  '网址 www.example.cn/u13812345678',
])('nothing of anybody in what came from outside: %s', (text) => {
  expect(toldOfStrangers(text)).toEqual([])
})

test.each([
  ['邮箱zs[at]qq.com，谢谢', 'email', 'zs[at]qq.com'],
  ['邮箱 zs（AT）163.com', 'email', 'zs（AT）163.com'],
  ['zhang.san(at)example.cn 可以联系', 'email', 'zhang.san(at)example.cn'],
  ['写到 zs#qq.com', 'email', 'zs#qq.com'],
  ['写到zs＃126．com', 'email', 'zs＃126．com'],
  ['写到 12345678@qq点com', 'email', '12345678@qq点com'],
  ['zs艾特qq.com', 'email', 'zs艾特qq.com'],
  ['zs [at] qq [dot] com', 'email', 'zs [at] qq [dot] com'],
  ['zs at sina dot com', 'email', 'zs at sina dot com'],
  ['电话１３９１２３４５６７８', 'phone', '１３９１２３４５６７８'],
  ['电话一三九一二三四五六七八', 'phone', '一三九一二三四五六七八'],
  ['电话一三九 一二三四 五六七八', 'phone', '一三九 一二三四 五六七八'],
  ['电话幺三九幺二三四五六七八', 'phone', '幺三九幺二三四五六七八'],
  ['电话l3912345678', 'phone', 'l3912345678'],
  ['电话I39-l234-5678', 'phone', 'I39-l234-5678'],
  ['电话139O123456O', 'phone', '139O123456O'],
  ['东街小区3-2-501，夜里', 'address', '3-2-501'],
  ['东街3号楼2-501', 'address', '3号楼2-501'],
  ['房号：3－2－1501', 'address', '3－2－1501'],
  ['三单元，3-2-501室', 'address', '3-2-501室'],
  ['我家12-1-1203号', 'address', '12-1-1203号'],
])('what is spelled so that no program sees it: %s', (text, kind, found) => {
  expect(toldOfStrangers(text)).toEqual([[kind, found]])
  expect(personalIn(hiddenIn(text, true), true)).toEqual([])
})

const harmless = [
  '2025年1月15日、2025-1-15、15-1-2025、2025/01/15 13:45',
  '小区 3-2-2025 开会，住2-3-2024年建的楼',
  '青政发〔2025〕12号、青政办发[2025]3-2-101号文',
  '第3-2-501条、合同编号 3-2-501、图号 12-3-450',
  '投资 13912.345678 万元，增长 1.39 倍，共 13 912 345 元',
  '一三五限行，二四六放行，一九七八年、二〇二五年',
  '一百三十九万一千二百三十四元',
  'Oil、IO、lO、OIl、iOS18.1、H2O、CO2、PM2.5',
  '第I期139亩、II期1234亩、O型血5678人',
  '网址 www.qq.com、mail.163.com、https://example.cn/a#qq.com/x',
  '163.com、126.com 和 QQ 邮箱都可以',
  '登录：foxmail.com',
  '方案(a)比方案(b)好，见 report(a)v1.2',
  '会议室3-2号，3号楼2层，2栋3单元',
  '3-5层、1-2-3步、10-20-30元的三档',
  '比分 3-2，胜率 3/2/501',
  '身高1.75米，血压 120/80/100',
  '标准 GB/T 3-2-501-2020、DB13/T 2-3-100',
  '邮编 062750，区号 0312',
  '公交 3、2、501 路',
  '统一社会信用代码 91130900MA0I39O12X',
  '车牌 冀J1O39l、编号 SO-2025-0139',
]
test.each(harmless)('nothing of anybody, however it looks: %s', (text) => {
  expect([toldOfStrangers(text), told(text)]).toEqual([[], []])
})

test.each([
  ['张某身份证610502199003071234，请处理', '张某身份证61*************234，请处理'],
  ['驾驶证：610502199003071234', '驾驶证：61*************234'],
  ['身份证号：【430181198513452011】', '身份证号：【43*************011】'],
  ['身份证号430181-19851345-2011', '身份证号43***************011'],
  ['身份证号：43018119850315201，', '身份证号：43************201，'],
  ['身份证号：4301811985031520115，', '身份证号：43**************115，'],
])('a number behind the name of its paper is hidden, also a mistyped one: %s', (text, hidden) => {
  expect([hiddenIn(text), hiddenIn(text, true)]).toEqual([hidden, hidden])
})

test.each([
  ['610502 19900307 1234', '61***************234'],
  ['六一零五零二一九九零零三零七一二三四', '六一*************二三四'],
  ['车牌陕E12345，', '车牌陕E***45，'],
  ['新能源车陕ED12345', '新能源车陕E****45'],
  ['冀J·1234挂', '冀J****4挂'],
  ['护照E12345678', '护照E1****678'],
  ['加V abc12345', '加V a*******'],
  ['，住青石县柳溪镇三组12号。', '，住青石县柳溪镇****。'],
  ['我们住河西村三组，', '我们住河西村****，'],
  ['430181198502302011', '43*************011'],
  ['湘Ａ１２３４５', '湘Ａ***４５'],
  ['湘 A 12345', '湘 *****45'],
  ['阳光花园A座1201室', '阳光花园****'],
  ['联系电话1391234567', '联系电话139***4567'],
  ['家住香花乡镜塘村毛坪上组365号)咨询一下贫困户的事情', '家住香花乡镜塘村****)咨询一下贫困户的事情'],
  ['家住汇金路777号汇金城的王女士投诉说', '家住汇金路****汇金城的王女士投诉说'],
  ['家住桃子园2楼2栋，2017年12月23号做的检查', '家住桃子园****，2017年12月23号做的检查'],
])('a stranger is hidden by it too: %s', (text, hidden) => {
  expect(hiddenIn(text, true)).toBe(hidden)
})

test.each([
  '请住建局处理人民路12号院下水道',
  '住房公积金中心在人民路12号',
  '川A股、京A级景区、新建12345热线',
  '610502件，19900307元，1234人',
])('what is not where somebody lives, nor a plate: %s', (text) => {
  expect(hiddenIn(text, true)).toBe(text)
})

test.each([
  ['残疾证号61052619900101123443，', '残疾证号61***************443，', '残疾证号61***************443，'],
  ['户口本号61052619900101123400', '户口本号61***************400', '户口本号61***************400'],
  ['残疾人证号码：610526199001011235', '残疾人证号码：61*************235', '残疾人证号码：61*************235'],
  // a number that is in another one is looked for in what strangers wrote
  ['编号61052619900101123443', '编号61***************443', null],
  ['61052619900101123443 办', '61***************443 办', null],
  ['0061052619900101123443', '00*****************443', null],
  ['61052619900101123413812345678', '61************************678', null],
  ['13812345678610526199001011234', '13************************234', null],
  ['请打139000033330913联系', '请打139********0913联系', null],
  ['请打091313900003333联系', '请打091********3333联系', null],
  ['请打8613900003333091联系', '请打861*********3091联系', null],
  ['11010519491231002X13812345678', '11************************678', '11*************02X138****5678'],
  ['6105261990010112 3443', '61****************443', null],
  ['６１０５２６１９９００１０１１２３４４３', '６１***************４４３', null],
  ['l39O000333301', 'l39******3301', null],
])('a number that is run together with other digits is hidden with them: %s', (text, strangers, office) => {
  expect([hiddenIn(text, true), hiddenIn(text)]).toEqual([strangers, office ?? text])
  expect(personalIn(strangers, true)).toEqual([])
})

test.each([
  '订单 138123456789012 共 11 位以上',
  '流水号202611131391234567',
  '合同编号：139123456789',
  '受理号13912345678901234567',
  '拨款139000000000元',
  '网址 https://example.cn/61052619900101123443',
  // no sum, no day
  '货号 71052619900101123543、61052619909901123443',
])('digits that are no number of somebody’s, however many: %s', (text) => {
  expect(toldOfStrangers(text)).toEqual([])
})

test.each([
  ['工资没发，建行账号4367421234567890129', '工资没发，建行账号436************0129'],
  ['账号2710012301101234567', '账号271************4567'],
  ['账号：9558801234567890128', '账号：955************0128'],
  ['农行账号9559980210123456718', '农行账号955************6718'],
  ['开户账号：6217 0001 2345 6789 012', '开户账号：621**************** 012'],
  ['一卡通账户6230280000000000000', '一卡通账户623************0000'],
  ['信用社帐号：271001230110', '信用社帐号：271*****0110'],
  ['一卡通号码 6230280000000000', '一卡通号码 623*********0000'],
  ['打到我账户上6230280000000001', '打到我账户上623*********0001'],
  ['我单位没有发工资，我的账号是2710012301101234567', '我单位没有发工资，我的账号是271************4567'],
  ['我局已打到账号2710012301101234567', '我局已打到账号271************4567'],
  ['我局补贴您的账户：2710012301101234567', '我局补贴您的账户：271************4567'],
])('the number of an account is hidden, in answers too: %s', (text, hidden) => {
  expect([hiddenIn(text, true), hiddenIn(text)]).toEqual([hidden, hidden])
  expect([personalIn(hidden, true), personalIn(hidden)]).toEqual([[], []])
})

test('the account of an office is its own where its answer says so, and a stranger’s is in doubt', () => {
  for (const text of [
    '请汇入我局账户：2710012301101234567',
    '本单位开户行：农业银行青石县支行 账号：2710012301101234567',
    '本单位对公账户2710012301101234567',
  ])
    expect(told(text)).toEqual([])
  expect(toldOfStrangers('他们的对公账户2710012301101234567')).toEqual([])
  expect(toldOfStrangers('我单位账户2710012301101234567')).toEqual([['bankCard', '2710012301101234567']])
})

test.each([
  '开户 2025-01-01 2026-11-25 都没有办',
  '开户时间 2025年11月25日，账户余额 12000 元',
  '账号登录不上，账户尾号 1234，打 12345',
  '一卡通 12345 打不通，账号：青石政协',
])('no account of a bank: %s', (text) => {
  expect([toldOfStrangers(text), told(text)]).toEqual([[], []])
})

test.each([
  ['我住红旗小区8-1502', '8-1502'],
  ['红旗小区8#1502', '8#1502'],
  ['红旗小区8-1502漏水', '8-1502'],
  ['红旗小区 8－1502室', '8－1502室'],
  ['红旗小区东区8-2001', '8-2001'],
  ['红旗小区8-2-1502', '8-2-1502'],
  ['我家住8-1502，', '8-1502'],
  ['幸福里B1-1-302', 'B1-1-302'],
  ['幸福里B1-302', 'B1-302'],
  ['北塬社区安置楼A-3-602', 'A-3-602'],
  ['县医院家属院3-502', '3-502'],
  ['老城大院东3排4号', '东3排4号'],
  ['仓颉路 18 号院 2 排 5 号', '2 排 5 号'],
  ['西关村三排十二号', '三排十二号'],
  ['东街小区三-二-五〇一', '三-二-五〇一'],
  ['东街小区叁栋贰单元伍零壹', '叁栋贰单元伍零壹'],
  ['我是杜康镇康家卫村五组王大壮，', '五组王大壮'],
  ['我家住红旗小区8栋二单元', '红旗小区8栋二单元'],
  ['我是红旗小区8栋二单元的住户', '8栋二单元'],
  ['我们是杜康镇康家卫村五组的', '五组'],
  ['本人系杜康镇康家卫村五组村民', '五组'],
  ['家住杜康镇康家卫村五组', '杜康镇康家卫村五组'],
])('a house as people here write it: %s', (text, found) => {
  expect(toldOfStrangers(text)).toEqual([['address', found]])
  const shown = hiddenIn(text, true)
  expect([personalIn(shown, true), shown]).toEqual([[], expect.not.stringMatching(/\d{3}|[二三五叁贰伍]/)])
})

test.each([
  '工期3-5天，宽 8-10 米，2024-2026年，G310-2 段',
  '1-1 号井、3-2 号井，比分 3-102、8-1502',
  '小区10-100户、社区 20-300人、院里5-1000元、小区5-800多平',
  '小区3-500米内，公里5-120，办公楼3-205、县医院3-502、法院 2-301',
  '小区8-1502-3号、花园1-1000.5，苑1/1000，里程里2~500',
  '影院3排4号、大剧院12排8号，会议室3排4号，小院3排4号座',
  '红旗小区8栋二单元的路灯，康家卫村五组的路',
  '我是县医院3号楼的护士，我是去人民路12号的，我是看到东街12号的井盖坏了',
  '我是初三2班3组的，我们是县城的，我是东街社区的',
])('no house of anybody: %s', (text) => {
  expect(toldOfStrangers(text)).toEqual([])
})

test.each([
  ['港澳通行证C12345678', [['passport', 'C12345678']]],
  ['港澳居民来往内地通行证号码：H1234567890', [['passport', 'H1234567890']]],
  ['台胞证 12345678，', [['passport', '12345678']]],
  ['车牌号E12345', [['plate', 'E12345']]],
  ['车牌：ed12345的车', [['plate', 'ed12345']]],
  ['抖音号 zhangsan123', [['account', 'zhangsan123']]],
  ['快手号：zhangsan123', [['account', 'zhangsan123']]],
  ['钉钉号zhangsan123', [['account', 'zhangsan123']]],
  ['支付宝帐号 zhang_san', [['account', 'zhang_san']]],
  ['加 q q 1234567', [['account', '1234567']]],
  ['微 信 zhangsan888', [['account', 'zhangsan888']]],
])('by what else somebody is known: %s', (text, expected) => {
  expect(toldOfStrangers(text)).toEqual(expected)
  expect(personalIn(hiddenIn(text, true), true)).toEqual([])
})

test.each([
  '抖音 video12345、支付宝 12345 元、微博 baishui 转发',
  '车牌号看不清，车号 12345 路、车牌识别 E 区',
  '通行证 3 张，港澳通行证 2026 年起',
  '我们住在那里，VIP 会员 q 币、q 群',
])('by which nobody is known: %s', (text) => {
  expect(toldOfStrangers(text)).toEqual([])
})

test.each([
  ['歐陽修', '歐陽*'],
  ['諸葛孔明', '諸葛**'],
  ['司馬光', '司馬*'],
  ['欧陽修', '欧陽*'],
  ['東方朔', '東方*'],
  ['歐陽', '歐*'],
  ['陽光明', '陽**'],
])('a surname of two characters is kept, however it is written: %s', (name, shown) => {
  expect(masked('name', name)).toBe(shown)
})

test.each(['请致电0312-7201234', '办公电话：0312－7201234 转 501', '咨询 010-82341234 或 12345'])(
  'where an office is reached stays in its answer: %s',
  (text) => {
    expect(hiddenIn(text)).toBe(text)
  },
)

test('an address that is hidden tells no house, and is not found again', () => {
  for (const [text, told] of [
    ['家住东风路18号院3号楼2单元501', '家住东风路****'],
    ['家住北关村3组12号', '家住北关村****'],
    ['家住北街12号', '家住北街****'],
    ['我住在十里铺村五组12号', '我住在十里铺村****'],
  ] as const)
    expect([hiddenIn(text, true), personalIn(told, true)]).toEqual([told, []])
})

test.each(['本次下达资金13800000000元', '共13912345678.50元', '预算总额：13912345678', '投资 13912345678 万元'])(
  'an amount is no phone: %s',
  (text) => {
    expect(told(text)).toEqual([])
  },
)

test('what a stranger calls an amount is a phone all the same, unless it is a round one', () => {
  expect(toldOfStrangers('本次下达资金13800000000元')).toEqual([])
  expect(toldOfStrangers('欠我13812345678元')).toEqual([['phone', '13812345678']])
  expect(told('预算科联系人13812345678')).toEqual([['phone', '13812345678']])
})

test.each([
  '发票号码13812345678',
  '合同编号：13812345678',
  '桩号138+1234+5678',
  '桩号K138+1234+5678',
  '比例1:3:8:1:2:3:4:5:6:7:8',
  '东街社区二组12号井',
  '我们村28号停水，麻家村28号开会',
  '麻家村三号井、村12号文',
  '豫A 123 4567、川 A 股 12345',
])('what has a number of its own is nobody’s: %s', (text) => {
  expect(toldOfStrangers(text)).toEqual([])
})

test.each([
  // in doubt it is hidden: a user's number is somebody's, and so is a room
  ['用户编号13812345678', '用户编号138****5678'],
  ['3号楼302室漏水', '****漏水'],
  ['贵C12345', '贵C***45'],
  ['138+1234+5678', '138******5678'],
  ['麻家村28号', '麻家村****'],
  ['麻家村二十八号的张三家', '麻家村****的张三家'],
  ['车牌陕E 123 45', '车牌陕E*****45'],
  ['陕　E12345', '陕　****45'],
  ['陕 E·1 2 3 4 5', '陕 ********* 5'],
])('nor is it shown by other blanks, or by a number alone: %s', (text, hidden) => {
  const shown = hiddenIn(text, true)
  expect([shown, personalIn(shown, true)]).toEqual([hidden, []])
})

test('a number that is laid the other way round is hidden as its reader sees it, and lies as it did', () => {
  const at = '电话138****5678谢谢'
  for (const text of [
    '电话\u202e87654321831\u202c谢谢',
    '电话\u202e8765\u202e4321831\u202c\u202c谢谢',
    '电话\u202e8765\u202d1234\u202c831\u202c谢谢',
    '电话\u202e\u20665678\u20694321831\u202c谢谢',
  ])
    expect([hiddenIn(text, true), hiddenIn(text)]).toEqual([at, at])
  expect(hiddenIn('电话\u202e87654321831\n第二行', true)).toBe('电话138****5678\n第二行')
  // signs that nobody has opened or closed lie nothing round
  expect(hiddenIn('甲\u202c乙\u2069丙\u2066丁', true)).toBe('甲乙丙丁')
  const many = `${'\u202e'.repeat(100_000)}1`
  expect(hiddenIn(many, true)).toBe('1')
})

const space = '\u200b'
const tag = '\u{e0020}'
test.each([
  [`1390000${space}2222`, '139****2222'],
  [`1390000${tag}2222`, '139****2222'],
  ['139\u206100002222', '139****2222'],
  ['1390000\u{1d173}2222', '139****2222'],
  [[...'13900002222'].map((digit) => `${digit}\u0332`).join(''), '139****2222'],
  [`139${space.repeat(9)}0000${space.repeat(9)}2222`, '139****2222'],
  [`610526199001${space}01123X`, '61*************23X'],
  [`6222021001116${space}245702`, '622************5702'],
  [`微信${space}zhangsan88`, '微信z*********'],
  [`zhangsan@${tag}163.com`, 'z*******@163.com'],
  [`东街小区3号楼2${space}单元501`, '东街小区****'],
])('no sign that nobody sees hides it from the program: %j', (text, hidden) => {
  expect([hiddenIn(text, true), personalIn(hidden, true)]).toEqual([hidden, []])
  expect(personalHits([{ field: 'content', text, strangers: true }]).total).toBe(1)
})

test('what is seen stays: pictures of several signs, letters with their marks, a variant of a character', () => {
  for (const text of ['👨‍👩‍👧 ❤️', 'café', '葛城']) expect(hiddenIn(text, true)).toBe(text)
  expect(asSeen(`葛\u{e0100}${space}城`)).toBe('葛城')
})

test.each([
  ['红旗小区3号楼东单元501张家', '红旗小区****张家'],
  ['红旗小区3楼501', '红旗小区****'],
  ['我在万达公寓1208住', '我在万达公寓****住'],
  ['器休村6组王建国家', '器休村****'],
  // blanks set the parts of a place off from each other
  ['家庭住址：林皋镇 可仙村 五组', '家庭住址：林皋镇 可仙****'],
  ['家住城关镇 东街村 三组 15号', '家住城关镇 东街****'],
  ['我家的地址是林皋镇可仙村 5组', '我家的地址是林皋镇可仙村****'],
  ['本人系杜康镇和家村 四组村民', '本人系杜康镇和家村 ****村民'],
  ['我叫李四，男，林皋镇可仙村五组人，低保被停', '我叫李四，男，林皋镇可仙村****人，低保被停'],
  ['我是北关村二组王小明的父亲', '我是北关村****的父亲'],
  ['反映人：可仙村五组王建国。', '反映人：可仙村****。'],
  ['我家住农行家属楼二单元三楼左手', '我家住农行家属楼******'],
  ['信用社卡号 2708040101109000123456', '信用社卡号 270***************3456'],
  ['宅电：7201234，请回话', '宅电：*******，请回话'],
  ['我是华邦小区D栋业主', '我是华邦小区****业主'],
  ['家里电话72 01234', '家里电话********'],
  ['孩子学号2023010123', '孩子学号20*****123'],
  ['QQ：5 4 3 2 1 6 7 8', 'QQ：5**************'],
  ['存折号265001010400012345', '存折号265***********2345'],
  ['建行6217000012345678901', '建行621************8901'],
  ['加Q12345678', '加Q1*******'],
  ['我的Q是12345678', '我的Q是1*******'],
  ['抖音zhangsan123、支付宝zhang_san', '抖音z**********、支付宝z********'],
  ['加微zhangsan88，威信lisi99', '加微z*********，威信l*****'],
  ['低保证号610526000123', '低保证号61*******123'],
  ['家里电话六一五五一二三', '家里电话*******'],
  ['护照 E 1234 5678', '护照 E ******678'],
  ['z h a n g s a n @ 1 6 3 . c o m', 'z***************@ 1 6 3 . c o m'],
  ['139⁰⁰⁰⁰2222', '139****2222'],
  ['一三九洞洞洞洞两两两两', '一三九****两两两两'],
  ['㊀㊂㊈〇〇〇〇㊁㊁㊁㊁', '㊀㊂㊈****㊁㊁㊁㊁'],
  ['1390000/2222', '139*****2222'],
  ['1390000，2222', '139*****2222'],
  ['139000\t02222', '139*****2222'],
])('as people here say it: %s', (text, hidden) => {
  expect([hiddenIn(text, true), personalIn(hidden, true)]).toEqual([hidden, []])
})

test.each([
  '公寓1208套已交付，2024年建成',
  '建行2024年网点、工行2023年6月办的',
  '6组农户家的地，3组张家湾家家户户，3组张家庭院',
  '红旗小区3楼801路公交',
  '我家电话没人接，加微信群，他家的Q版',
  '两委班子二〇二四年一月两两结对',
  '房产证办理、不动产权证书编号',
  '可仙村五组村民反映吃水难',
  '可仙村五组马路边坑洼',
  '林皋镇 可仙村 五组修路，2024 年 5 月 3 日开工，投资 120 万元',
  '我是镇干部，给可仙村五组村民修路',
  '二单元三楼左边的灯坏了',
  '3 号楼 1200 户',
])('and what is nobody’s: %s', (text) => {
  expect(toldOfStrangers(text)).toEqual([])
})

test('hidden, one still sees what it is', () => {
  expect(maskedAs('phone', '13812345678')).toBe('138****5678')
  expect(maskedAs('idNumber', '11010519491231002X')).toBe('11*************02X')
  expect(maskedAs('address', '青石县人民路12号3单元501室')).toBe('青石县人民路****')
})

test('a long text of digits, blanks or labels takes no longer than its length', () => {
  const pieces = [
    'q q 12',
    'z @ 1 ',
    '1\u0332',
    '\u200b',
    '👨\u200d',
    '村1组王',
    '我是村 1 组 ',
    '单元1楼左',
    '加q',
    '小区1楼',
    '车牌号E1',
    '通行证12',
    '我是村',
    '我是村1组',
    '小区8-',
    '院3排',
    '里A',
    '账号',
    '账号2710012301101234567',
    '我局账号2710 ',
    '61052619900101123443',
    '6105261990010112 34',
    '139000033330 ',
    '1',
    '1 ',
    '家庭住址：',
    '家庭住址：青石县人民路',
    '110105 ',
    '62 ',
    '622 ',
    '1a',
    'l3',
    '[at]qq.',
    'a#qq.com',
    '小区3-2-',
    '3号楼2-',
    '@',
    'a@',
    '一',
    '1、',
    '138.',
    '138x1234x',
    '村1组',
    '住1号有',
    'a1@b.',
    '陕E 1',
    '村1',
    '\u202e1',
  ]
  for (const piece of pieces) {
    const cost = (length: number) => {
      const text = piece.repeat(length / piece.length)
      const start = performance.now()
      personalIn(text, true)
      return performance.now() - start
    }
    const least = (length: number) => Math.min(cost(length), cost(length), cost(length))
    // what is looked at for the first time is still being translated
    cost(100_000)
    const [short, long] = [least(10_000), least(100_000)]
    expect(long, piece).toBeLessThan(Math.max(short, 5) * 60)
  }
})

test.each([
  ['请联系张三丰＠163.com', [['email', '张三丰＠163.com']]],
  ['zs@qq．com', [['email', 'zs@qq．com']]],
  [
    '我的微信zhangsan888，QQ：12345678',
    [
      ['account', 'zhangsan888'],
      ['account', '12345678'],
    ],
  ],
  ['见微信公众号“青石政协”、微信扫码', []],
  ['我住在东街小区3号楼2单元501室，路灯不亮', [['address', '东街小区3号楼2单元501室']]],
  ['家住：东街小区，3号楼2单元', [['address', '东街小区，3号楼2单元']]],
  ['证件 11010519491231002×', [['idNumber', '11010519491231002×']]],
  ['我是东街社区二组12号的李明', [['address', '二组12号']]],
  ['本人居住小区14栋对外有商业裙楼2层', [['address', '小区14栋']]],
  ['打138和1234和5678找我', [['phone', '138和1234和5678']]],
  ['打138x1234x5678找我', [['phone', '138x1234x5678']]],
  ['东风佳苑 12 号楼 3 单元 402', [['address', '12 号楼 3 单元 402']]],
  ['阳光花园3号楼2单元5楼东户', [['address', '3号楼2单元5楼东户']]],
  ['锦绣城6#楼1单元7层703', [['address', '6#楼1单元7层703']]],
  ['水利局家属院3单元501', [['address', '3单元501']]],
  ['银行卡号：4367421234567890123', [['bankCard', '4367421234567890123']]],
  ['工行卡 9558 8012 3456 7890 123', [['bankCard', '9558 8012 3456 7890 123']]],
  ['电话13812\n345678', [['phone', '13812\n345678']]],
  ['微信号【zhangsan88】', [['account', 'zhangsan88']]],
  ['微信ID zhangsan888', [['account', 'zhangsan888']]],
  ['联系方式：6155555', [['landline', '6155555']]],
  ['Tel:6155555', [['landline', '6155555']]],
  ['麻家村三组28号院', [['address', '三组28号院']]],
  ['打1381234567813912345678', [['phone', '1381234567813912345678']]],
  ...['2单元120户没有水', '3号楼2单元5楼没有水', '1号楼5层以上没有水', '18栋3单元，2019年交付'].map(
    (text) => [text, []] as [string, [string, string][]],
  ),
])('of strangers: %s', (text, expected) => {
  expect(toldOfStrangers(text)).toEqual(expected)
})

test.each([
  '住在东街小区3幢501室',
  '暂住东街小区3幢501',
  '联系地址：东街小区3幢501室',
  '地址：东街小区3号楼2单元501室',
  '家住东街小区 3号楼501室',
  '我是东街小区3号楼2单元501的住户',
  '住东街小区3#楼2单元501',
  '电话7201234',
  '座机：720-1234',
  'wx: zhangsan888',
  'VX：zhangsan888',
  '加我V zhangsan888',
  'WeChat: zhangsan888',
  'QQ群123456789',
  'Q:123456789',
  'zs＠ｑｑ．ｃｏｍ',
  'zs @ qq.com',
  '138;1234;5678',
  '138#1234#5678',
  '【138】1234【5678】',
  '138“1234”5678',
  '138.....1234.....5678',
  '138     1234     5678',
  '1-381-234-5678',
  '⑴⑶⑻⑴⑵⑶⑷⑸⑹⑺⑻',
  '⒈⒊⒏⒈⒉⒊⒋⒌⒍⒎⒏',
  '㈠㈢㈧㈠㈡㈢㈣㈤㈥㈦㈧',
  '1\ufe0f\u20e33\ufe0f\u20e38\ufe0f\u20e31\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e36\ufe0f\u20e37\ufe0f\u20e38\ufe0f\u20e3',
  '138\u034f1234\u034f5678',
])('of strangers hidden once, and not found again: %s', (text) => {
  const shown = hiddenIn(text, true)
  expect(shown).not.toBe(text)
  expect(shown.normalize('NFKC')).not.toMatch(/1234.{0,6}5678|7201234|zhangsan888|123456789|501/)
})

test.each([
  '3号楼前的路灯不亮，12345 打不通',
  '地下车库（2026年）第 3 期 1200 元；另付 300 元',
  '我们住在县城，老街 5 号的商铺占道',
  '单位地址：青石县人民路 1 号',
  '⑴路灯不亮；⑵井盖缺失；⑶占道经营',
  '电话 12345、110 都打过',
  'VIP 会员 q 币',
  '修建桥梁3座，2024年通车，小区共有12栋1200户',
  '住在小区里面离马路有四栋房子还能听到',
  '居住地街道办2楼不给办',
  '该户户籍人口相对应的宅基地使用面积大4层，在村里',
  '补贴150和2000和3000元',
  '规格138x1234x5678mm',
  '第2组12号选手上台',
])('nothing of a stranger: %s', (text) => {
  expect(toldOfStrangers(text)).toEqual([])
})

test.each([
  '地址：紅旗小區3號樓2單元501室',
  '家住紅旗小區3號樓2單元501',
  '微信號zhangsan88',
  '帳號2710012301101234567',
  '陝E12345',
  '護照E12345678',
  '座機6155123',
  '電話壹參玖零零零零貳貳貳貳',
  '么三九零零零零二二二二',
  '➀➂➈⓿⓿⓿⓿➁➁➁➁',
  '➊➌➐➊➊➊➊➋➋➋➋',
  '⓵⓷⓽⓪⓪⓪⓪⓶⓶⓶⓶',
  '🯱🯳🯹🯰🯰🯰🯰🯲🯲🯲🯲',
  '๑๓๙๐๐๐๐๒๒๒๒',
  '১৩৯০০০০২২২২',
  '🄂🄄🄊🄁🄁🄁🄁🄃🄃🄃🄃',
  '⼀三九零零零零⼆⼆⼆⼆',
  'ⅠⅢⅨ00002222',
  '1\n3\n9\n0\n0\n0\n0\n2\n2\n2\n2',
  '红旗小区3号楼1单元东户',
  '东街小区二期4-1803',
  '锦绣园11-2203',
  '粮食局家属楼302',
  '城南安置点8-2-301',
  '3-2-501业主',
  '红旗小区3号楼2门501',
  '扣12345678',
  'Q号12345678',
  'V-X:zhangsan88',
  '微.信zhangsan88',
  '飞信zhangsan88',
  '医保号1234567890',
  '6217000012\n345678907',
  '62l7O00012345678907',
  '东风村三组 王建国',
  '盛世华城3-1-201',
  'TG:zhangsan88',
  '我的QQ邮箱是12345678',
  '12345678的QQ邮箱',
  '微信/zs12345',
  '收货地址：仓颉路15号',
  '我的地址是仓颉路15号',
  '详细地址：城关镇仓颉路15号',
  '我家就在仓颉路15号',
  '家里在仓颉路15号',
  '红旗小区3号楼五层东户',
  '粮食局家属院3号楼东户',
  '我家502',
  '史家村东巷5号',
  '户号1234567890',
  '不动产权证号：陕（2021）青石县不动产权第0003456号',
  '准考证202612345678',
  '惠农卡6230280000000001234',
  '联系：6155123',
  '陕西E12345',
  '陕牌E12345',
  '139and0000and2222',
  '十三九零零零零二二二二',
  '驾驶证档案编号610500123456',
  '车架号LSVAM4187C2184841',
  '住院号1234567',
  '公积金号123456789',
  '139%00002222',
  '139\u20040000\u20042222',
  '610526&19900101&1234',
  '610526→19900101→1234',
  '卡6217☆0000☆1234☆5678☆907',
  '家住移民安置点三排五号',
  '我住农机厂院内2排3号',
  '我家在水利局家属院二楼西户',
  '怡馨苑A区3号606室',
  '陕E—12345',
  '我家门牌号是东风路北段17号',
  '我家是3号楼3单元顶楼西户',
  '阳光佳苑小区五号楼三单元十楼东，漏水',
  '房产证号白房权证字第12345号',
  '就诊卡号12345678',
  '缴费编号00123456',
])('of a stranger, as people write it here: %s', (text) => {
  expect(personalIn(text, true)).not.toEqual([])
})

test.each([
  '产业园3-1502、4-1502',
  '公园11-2203',
  '扣12345678元',
  '3-2-2025',
  '全城3-1-2021',
  '东风村三组 高标准农田',
  '东风村三组 方案，',
  'Ⅰ Ⅱ Ⅲ Ⅳ Ⅴ',
  '家属楼2020年建',
  '家属楼30户',
  '3号楼2门卫',
  '2门课程',
  '扣除12345678分',
  '①2024年②2025年③2026年',
  '3号楼东门坏了、3号楼东户外',
  '我家1200元、我家300平米',
  '南街社区张家巷口',
  '微信、QQ群通知，12345678元',
])('of a stranger, and nothing of anybody: %s', (text) => {
  expect(personalIn(text, true)).toEqual([])
})

test.each([
  ['仓颉花园二期8号楼二单元中户1203', '1203'],
  ['我家是606室', '606室'],
  ['我家在水利局家属院二楼西户', '西户'],
])('of a home nothing is left over: %s', (text, part) => {
  expect(hiddenIn(text, true)).not.toContain(part)
})

test('what a tag says when it is pointed at or pressed is looked at, and parts no number that stands around it', () => {
  for (const text of [
    '<p>请<a href="tel:13900002222">拨打</a></p>',
    '<p><img src="/uploads/a.png" alt="x" title="13900002222"></p>',
    '<p>13<b title="词">9</b>00002222</p>',
  ])
    expect(personalHits([{ field: 'content', text, html: true }]).total, text).toBe(1)
})

test.each([
  '打139<b>0000</b>2222',
  '打139       0000       2222',
  '打139&nbsp;0000&nbsp;2222',
  '打139\n\n\n\n\n\n\n0000\n\n\n\n\n\n\n2222',
  '打139\u2028\u2028\u2028\u2028\u2028\u2028\u20280000\n \n \n \n \n \n2222',
  '身份证610526<i>19900101</i>1234<u>x</u>',
  '打 139<!-- -->0000<!-- -->2222',
  '住红旗小区3<p>号楼2<p>单元501',
  '他的微信QQ139 0000 2222',
  '存折账号2610101234567890，139-0000-2222',
])('tags and rows of blanks within a number hide nothing of it: %s', (text) => {
  const shown = hiddenIn(text, true)
  expect(shown).not.toMatch(/0000.{0,12}2222|19900101|501/)
})
