/** Characters that a reader cannot see. Tabs and line breaks are indentation; inside strings they are escapes already. */
export const unseen = /(?![\t\n])[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]|(?! )\p{Zs}/gu;
