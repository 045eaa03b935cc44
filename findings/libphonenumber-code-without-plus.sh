#!/usr/bin/env bash
# libphonenumber-js 1.13.16, google-libphonenumber 3.2.47, awesome-phonenumber 7.8.0: `62 812 345 678` in Indonesia is a number in Sumatra.
#
# Sheets of Indonesian shops hold numbers with the country's code and without the plus. libphonenumber takes the code off such a
# number only where the digits are no national number as they stand. Indonesian numbers have 7 to 17 digits behind the zero,
# and area codes such as 0622 and 0628: of a mobile number with nine digits and of landlines of Jakarta or Denpasar the code is
# read as an area, and the number of somebody else comes out, said to be valid. With eleven digits the same mobile prefix is
# read as meant. People write a national number with its zero, so that digits that begin with 62 are an international number.
# phone 3.1.72 refuses these; of a mobile number with an extension it joins the extension's digits to the number.
# Output seen, by libphonenumber-js, google-libphonenumber, awesome-phonenumber, phone:
#   62 812 345 678 | +6262812345678 | +6262812345678 | +6262812345678 | refused
#   62 812 3456 7890 | +6281234567890 | +6281234567890 | +6281234567890 | +6281234567890
#   62 21 555 1234 | +6262215551234 | +6262215551234 | +6262215551234 | refused
#   62 361 555 123 | +6262361555123 | +6262361555123 | +6262361555123 | refused
#   0812 3456 7890 ext 2 | +6281234567890 | +6281234567890 | +6281234567890 | +62812345678902
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund libphonenumber-js@1.13.16 google-libphonenumber@3.2.47 \
  awesome-phonenumber@7.8.0 phone@3.1.72 >/dev/null
cat >run.cjs <<'JS'
const { parsePhoneNumberFromString } = require('libphonenumber-js');
const { PhoneNumberFormat, PhoneNumberUtil } = require('google-libphonenumber');
const { parsePhoneNumber } = require('awesome-phonenumber');
const { phone } = require('phone');

const util = PhoneNumberUtil.getInstance();
const readers = [
  (typed) => {
    const found = parsePhoneNumberFromString(typed, 'ID');
    return found?.isValid() && found.number;
  },
  (typed) => {
    const found = util.parse(typed, 'ID');
    return util.isValidNumber(found) && util.format(found, PhoneNumberFormat.E164);
  },
  (typed) => {
    const found = parsePhoneNumber(typed, { regionCode: 'ID' });
    return found.valid && found.number.e164;
  },
  (typed) => {
    const found = phone(typed, { country: 'ID' });
    return found.isValid && found.phoneNumber;
  },
];
const numbers = ['62 812 345 678', '62 812 3456 7890', '62 21 555 1234', '62 361 555 123', '0812 3456 7890 ext 2'];
for (const typed of numbers) console.log([typed, ...readers.map((read) => read(typed) || 'refused')].join(' | '));
JS
node run.cjs | tee seen
diff - seen <<'SEEN'
62 812 345 678 | +6262812345678 | +6262812345678 | +6262812345678 | refused
62 812 3456 7890 | +6281234567890 | +6281234567890 | +6281234567890 | +6281234567890
62 21 555 1234 | +6262215551234 | +6262215551234 | +6262215551234 | refused
62 361 555 123 | +6262361555123 | +6262361555123 | +6262361555123 | refused
0812 3456 7890 ext 2 | +6281234567890 | +6281234567890 | +6281234567890 | +62812345678902
SEEN
