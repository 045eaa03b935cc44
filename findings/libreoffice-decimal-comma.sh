#!/usr/bin/env bash
# LibreOffice Calc 7.4.7 (Debian 12) under the locale Indonesian or German writes numbers into CSV with a decimal comma:
# 12.5 % is 0,125, and 1250.5 is 1250,5. The same file under English (USA) has 0.125 and 1250.5.
#
# The locale of the program decides, not that of the file or of the cells, and nothing in the CSV says which it was. A
# reader that takes the comma for a mark of thousands makes 125 out of a share of 12.5 %. Cells that hold a comma are put
# in quotes while the field separator stays a comma.
# Output seen:
#   en-US: 0.125,1250.5
#   id-ID: "0,125","1250,5"
#   de-DE: "0,125","1250,5"
set -euo pipefail
command -v soffice >/dev/null || { echo 'Install libreoffice-calc first.' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >shares.fods <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="a"><table:table-row><table:table-cell office:value-type="percentage" office:value="0.125"/><table:table-cell office:value-type="float" office:value="1250.5"/></table:table-row></table:table></office:spreadsheet></office:body></office:document>
XML
for locale in en-US id-ID de-DE; do
  mkdir -p "$locale/user"
  cat >"$locale/user/registrymodifications.xcu" <<XML
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>$locale</value></prop></item></oor:items>
XML
  # 44: comma; 34: quotes; 76: UTF-8; the eighth says that cells are not written as they are shown.
  soffice "-env:UserInstallation=file://$folder/$locale" --headless \
    --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false' --outdir "$locale" shares.fods >/dev/null 2>&1
  echo "$locale: $(cat "$locale/shares.csv")"
done | tee seen
diff - seen <<'SEEN'
en-US: 0.125,1250.5
id-ID: "0,125","1250,5"
de-DE: "0,125","1250,5"
SEEN
