import { endingOf } from './files.ts'
import { plainLine } from './unfit.ts'

/** Names of programs and scripts, which no file of a stranger has among its endings. */
const runs = new Set(
  'exe,com,bat,cmd,ps1,ps1xml,psm1,vbs,vbe,js,jse,mjs,wsf,wsh,wsc,sct,hta,msi,msp,scr,pif,cpl,jar,jnlp,sh,php,asp,aspx,jsp,py,pl,rb,html,htm,mht,mhtml,xhtml,svg,lnk,url,dll,chm,reg,inf,apk,ipa,iso,img,dmg,pkg,docm,dotm,xlsm,xlam,pptm,ppam,swf,appx,msix,application,gadget,xll,vhd,vhdx,library-ms,search-ms,searchconnector-ms,settingcontent-ms,appref-ms,svgz,diagcab,themepack,desktop,command,ws,msc,xbap,vb,one,onepkg,rdp,scf,iqy,oqy,dqy,rqy,slk,shb,shs,hlp,udl,xnk,website,cab,wim,ps2,psd1,msu,vxd'.split(
    ',',
  ),
)

/** What looks like the dot before an ending, as the full stop of a Chinese sentence. */
const dots = /[。·・‧]/g
/** A name as a system would read it: full-width letters and dots are plain ones, what cannot be seen is not there. */
const plain = (name: string) => plainLine(name.normalize('NFKC')).replace(dots, '.').toLowerCase()

/** What a copy of a file has in its name: `a.exe(1)`, `a.exe - 副本`. */
const copied = /[([{]\d{0,4}[)\]}]|副本|复件|拷贝|copy|[\s_~-]\d{0,4}(?![a-z])/g
const runsAs = (ending: string) => runs.has(ending.trim()) || runs.has(ending.replace(copied, ''))

/** Whether a name says that it runs, by one of its endings. */
export const runsByName = (name: string): boolean =>
  plain(name)
    .split(/[./\\]/)
    .slice(1)
    .some((ending) => runsAs(ending) && !/\.(?:xml|rels)$/i.test(name))

/** Why a stranger's file is refused by its name: it runs, or pretends to be something else by a second ending; null: it is not. */
export function refusedName(name: string): string | null {
  const parts = plain(name).split('.')
  const second = parts.slice(1, -1).find(runsAs)
  if (second === undefined && !runs.has(endingOf(plain(name)))) return null
  return `不能上传「${name}」：文件名含有程序或脚本的扩展名${second === undefined ? '' : ` .${second}`}`
}
