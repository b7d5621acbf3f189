import { endingOf } from './files.ts'

/** Names of programs and scripts, which no file of a stranger has among its endings. */
const runs = new Set(
  'exe,com,bat,cmd,ps1,vbs,vbe,js,jse,mjs,wsf,hta,msi,scr,pif,cpl,jar,sh,php,asp,aspx,jsp,py,pl,rb,html,htm,xhtml,svg,lnk,dll,docm,dotm,xlsm,pptm'.split(
    ',',
  ),
)

const says: readonly (readonly [mark: string, what: string])[] = [
  ['vbaProject', '含有宏'],
  ['/JavaScript', '含有脚本'],
  ['/JS ', '含有脚本'],
  ['/JS(', '含有脚本'],
  ['/Launch', '含有启动程序的动作'],
  ['/EmbeddedFile', '含有嵌入的文件'],
  ['oleObject', '含有嵌入的对象'],
  ['<script', '含有脚本'],
  ['<?php', '含有脚本'],
]

/**
 * Why a stranger's file is refused that is of a kind which is taken: it runs, or pretends to be something else by a second ending; null: it is not.
 * @param text the whole of it, byte for byte
 */
export function refusedScript(name: string, text: string): string | null {
  const endings = name.toLowerCase().split('.').slice(1, -1)
  const second = endings.find((ending) => runs.has(ending.trim()))
  if (second !== undefined || runs.has(endingOf(name)))
    return `不能上传「${name}」：文件名含有程序或脚本的扩展名${second === undefined ? '' : ` .${second}`}`
  const found = says.find(([mark]) => text.includes(mark))
  return found ? `不能上传「${name}」：文件${found[1]}，请另存为不含宏和脚本的文件` : null
}
