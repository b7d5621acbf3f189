import { expect, test } from 'vitest'
import { browserTests } from '../support/browser.ts'
import { openOffice } from '../support/office.ts'
import { paste } from '../support/paste.ts'

const blanks = '<span style=\'font:7.0pt "Times New Roman"\'>&nbsp;&nbsp;&nbsp; </span>'
const item = (label: string, text: string, level: number, style = 'text-indent:32.0pt') =>
  `<p class=MsoListParagraph style='margin-left:0cm;${style};mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-size:16.0pt;font-family:仿宋_GB2312'><span style='mso-list:Ignore'>${label}${blanks}</span></span><![endif]><span style='font-size:16.0pt'>${text}<span lang=EN-US><o:p></o:p></span></span></p>\n`
const body = (text: string) => `<p class=MsoNormal style='text-indent:32.0pt;mso-char-indent-count:2.0'>${text}</p>\n`

/** A notice as Word puts it on the clipboard. */
const notice = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><style><!-- p.MsoNormal{mso-style-parent:""} --></style></head><body lang=ZH-CN><!--StartFragment-->
<p class=MsoNormal align=center style='text-align:center'><b>关于做好供暖工作的通知</b></p>
${item('一、', '提高认识', 1)}${body('供暖关系民生。')}${item('（一）', '加强领导', 2)}${item('1.', '成立专班', 3)}${body('由县长任组长。')}
<div align=center><table class=MsoTableGrid border=1 width=400 style='width:300.0pt;border-collapse:collapse'>
<tr><td width=400 colspan=2 style='width:300.0pt;border:solid windowtext 1.0pt'><p class=MsoNormal align=center style='text-align:center'>任务分解表</p></td></tr>
<tr><td width=100 rowspan=2 style='width:75.0pt'><p class=MsoNormal>住建局</p></td><td width=300 style='width:225.0pt'>${item('1)', '检查管网', 1, 'text-indent:0cm')}</td></tr>
<tr><td width=300 style='width:225.0pt'><p class=MsoNormal>处理投诉<span style='mso-hide:all'>内部</span></p></td></tr>
<![if !supportMisalignedColumns]><tr height=0><td width=100 style='border:none'></td><td width=300 style='border:none'></td></tr><![endif]></table></div>
<w:Sdt ID="1">${item('2.', '压实责任', 3)}</w:Sdt>${item('二、', '工作安排', 1)}
<!--EndFragment--></body></html>`

/** A page of another government site as a browser copies it. */
const page = `<meta charset='utf-8'><div class="TRS_Editor" style="font-family:宋体;font-size:16px;color:rgb(51,51,51)"><p align="center" style="margin:0 0 20px"><strong style="font-weight:normal">白水县人民政府</strong></p>
<p style="margin:0;line-height:32px"><span style="font-size:18px;display:none">版权所有</span><span style="font-size:18px;color:#333">　　现将有关事项通知如下。</span></p>
<ol style="list-style-type:cjk-ideographic;margin:0"><li>总体要求</li><li>主要任务</li></ol>
<ul style="list-style:none outside none"><li>（一）摸清底数</li></ul>
 <section style="text-align:center"><section><p>（二〇二六年十一月）</p></section><section><span style="color:#f00">县政府办公室</span></section></section><div class="clear"></div>
<p><img src="https://count.example.com/hit.gif" width="1" height="1"><a href="https://www.example.gov.cn/a.pdf" onclick="go()" target="_blank">附件</a><a href="#_ftn1">[1]</a></p></div>`

browserTests('what is pasted', () => {
  const office = openOffice()

  async function pasted(html: string, last: string, more: Record<string, string> = {}): Promise<string> {
    const id = await office.save({ content: '<p>旧文</p>' })
    const at = await office.open(id, { expected: /inline event handler/ })
    const text = at.page.getByRole('textbox', { name: '正文' })
    await text.focus()
    await at.page.keyboard.press('Control+a')
    await paste(text, html, more)
    await text.getByText(last).waitFor()
    await at.page.getByRole('button', { name: '保存', exact: true }).click()
    await at.page.getByText('保存成功').waitFor()
    expect(at.faults).toEqual([])
    await at.context.close()
    const { content } = await office.view(id)
    return content.replace(/<colgroup>.*<\/colgroup>/, (columns: string) => columns.replace(/\s+/g, ''))
  }

  test('from Word keeps the numbers of an official text, its table and nothing that was hidden', async () => {
    const indented = (words: string) => `<p style="text-indent:2em">${words}</p>`
    expect(await pasted(notice, '二、工作安排')).toBe(
      [
        '<p style="text-align:center"><strong>关于做好供暖工作的通知</strong></p>',
        ...['一、提高认识', '供暖关系民生。', '（一）加强领导', '1.成立专班', '由县长任组长。'].map(indented),
        '<table><colgroup><colstyle="width:25%"/><colstyle="width:75%"/></colgroup><tbody>',
        '<tr><td colspan="2"><p style="text-align:center">任务分解表</p></td></tr>',
        '<tr><td rowspan="2"><p>住建局</p></td><td><p>1)检查管网</p></td></tr>',
        '<tr><td><p>处理投诉</p></td></tr></tbody></table>',
        ...['2.压实责任', '二、工作安排'].map(indented),
      ].join(''),
    )
  })

  test('from a page of another site reads as it read there', async () => {
    expect(await pasted(page, '附件')).toBe(
      [
        '<p style="text-align:center">白水县人民政府</p><p style="text-indent:2em">现将有关事项通知如下。</p>',
        '<p>一、总体要求</p><p>二、主要任务</p><p>（一）摸清底数</p>',
        '<p style="text-align:center">（二〇二六年十一月）</p><p style="text-align:center">县政府办公室</p>',
        '<p><a href="https://www.example.gov.cn/a.pdf" rel="noopener">附件</a>[1]</p>',
      ].join(''),
    )
  })

  test('a table with spans beyond all measure is the table that a browser shows', async () => {
    const table = '<table><tr><td colspan="3000000">标题</td></tr><tr><td>甲</td><td>乙</td></tr></table>'
    const text = await pasted(table, '甲')
    expect(text).toContain('标题')
    expect(text).not.toContain('3000000')
    const id = await office.save({ content: table })
    const at = await office.open(id)
    await at.page.getByRole('textbox', { name: '正文' }).getByText('甲').waitFor()
    await at.context.close()
  })

  test('what cannot be read with its looks comes as its words, and that is said', async () => {
    const id = await office.save({ content: '<p>旧文</p>' })
    const at = await office.open(id)
    const text = at.page.getByRole('textbox', { name: '正文' })
    await text.focus()
    await at.page.keyboard.press('Control+a')
    await at.page.evaluate(() => {
      const { parseFromString } = DOMParser.prototype
      DOMParser.prototype.parseFromString = () => {
        DOMParser.prototype.parseFromString = parseFromString
        throw new RangeError('too much')
      }
    })
    await paste(text, '<p>一</p><p>a&lt;b</p>', { 'text/plain': '一\n\na<b' })
    await text.getByText('a<b', { exact: true }).waitFor()
    await at.page.getByText('只保留了文字').waitFor()
    await at.context.close()
  })

  test('from LibreOffice has the numbers that it writes into plain text alone', async () => {
    const html = '<ol><li><p>提高认识</p></li></ol><p>正文</p><ol start="2"><li><p>压实责任</p></li></ol>'
    expect(await pasted(html, '压实责任', { 'text/plain': '一、 提高认识\n正文\n二、 压实责任' })).toBe(
      '<p>一、提高认识</p><p>正文</p><p>二、压实责任</p>',
    )
  })
})
