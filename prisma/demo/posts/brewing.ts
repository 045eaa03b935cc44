/** How to brew: what people search for. */
import type { DemoPost } from '@/prisma/demo/posts/post';

export const BREWING: DemoPost[] = [
  {
    slug: 'v60-untuk-pemula',
    title: 'V60 untuk pemula: satu resep yang selalu berhasil',
    excerpt: 'Lima belas gram kopi, 240 mililiter air, tiga menit. Resep yang kami pakai setiap pagi di kedai.',
    author: 'Sekar Ayu',
    tags: ['Resep', 'V60', 'Pemula'],
    live: 86,
    written: 89,
    cover: 0,
    before: [
      {
        title: 'V60 untuk pemula',
        body: [
          ['92 °C', '96 °C'],
          ['sampai gelembungnya berhenti.', 'sampai berhenti.'],
          ['\n- **Hambar:** tambah kopi satu gram. Jangan menambah waktu.', ''],
          [
            'Belum punya timbangan? Dua sendok makan munjung kira-kira 15 gram, dan satu cangkir teh penuh kira-kira 240 mililiter. Tidak persis, tetapi cukup untuk pagi pertama.\n\n',
            '',
          ],
        ],
      },
      {
        body: [
          ['92 °C', '94 °C'],
          ['menggambar obat nyamuk', 'menggambar lingkaran'],
        ],
      },
    ],
    metaTitle: 'Resep V60 untuk pemula: takaran, suhu, dan waktu seduh',
    metaDescription:
      'Resep V60 yang mudah diikuti: 15 gram kopi, 240 ml air 92 derajat, empat tuangan, selesai dalam tiga menit. Lengkap dengan cara memperbaiki rasa asam atau pahit.',
    body: `Orang sering mengira V60 itu sulit. Sebenarnya yang sulit hanya satu: menahan diri untuk tidak mengubah tiga hal sekaligus. Mulailah dari resep ini, ulangi tiga kali, baru ubah satu hal.

## Yang disiapkan

| Bahan | Takaran |
| --- | --- |
| Kopi, giling sedang | 15 g |
| Air panas | 240 ml |
| Suhu air | 92 °C |
| Waktu | 2:45 – 3:15 |

Belum punya timbangan? Dua sendok makan munjung kira-kira 15 gram, dan satu cangkir teh penuh kira-kira 240 mililiter. Tidak persis, tetapi cukup untuk pagi pertama.

## Langkahnya

1. Bilas kertas saring dengan air panas, lalu buang airnya. Kertas yang belum dibilas meninggalkan rasa kardus.
2. Masukkan kopi, ratakan, tuang **40 ml** air. Tunggu 35 detik sampai gelembungnya berhenti.
3. Tuang pelan sampai **120 ml**, dari tengah ke luar, seperti menggambar obat nyamuk.
4. Pada menit 1:15 tuang sampai **180 ml**, dan pada menit 1:45 sampai **240 ml**.
5. Angkat saat tetesannya mulai jarang. Aduk sebelum diminum.

## Kalau rasanya kurang pas

- **Terlalu asam dan tipis:** giling lebih halus, atau naikkan suhu air dua derajat.
- **Terlalu pahit dan kering:** giling lebih kasar.
- **Hambar:** tambah kopi satu gram. Jangan menambah waktu.

> Saya mengulang resep ini enam bulan sebelum berani mengubahnya. Sampai sekarang, kalau kopi terasa aneh, saya kembali ke sini.
>
> — Sekar, barista

Biji apa pun cocok, tetapi untuk percobaan pertama pilih sangrai sedang seperti [Kintamani](https://kopinusantara.example/kintamani).`,
  },
  {
    slug: 'air-untuk-kopi',
    title: 'Air galon, air keran, atau air mineral?',
    author: 'Bagas Pratama',
    tags: ['Resep', 'Air'],
    live: 81,
    written: 84,
    body: `Secangkir kopi adalah 98 persen air. Kami menyeduh Gayo yang sama dengan lima macam air dari sekitar kedai di Menteng, lalu mencicipinya tanpa melihat label.

## Hasilnya

Air keran yang direbus terasa datar: kapurnya menutup rasa jeruk yang seharusnya ada. Air suling justru terasa tajam dan kosong, karena tidak ada mineral yang membantu melarutkan rasa. Yang paling seimbang ternyata air galon biasa.

| Air | TDS | Rasa |
| --- | --- | --- |
| Keran, direbus | 310 | Datar, agak sepat |
| Suling | 2 | Tajam, kosong |
| Galon | 110 | Seimbang, manis |
| Mineral botol A | 180 | Tebal, kurang cerah |
| Mineral botol B | 60 | Ringan, asamnya jelas |

## Yang kami sarankan

Carilah air dengan TDS 80 sampai 150; angkanya biasanya ada di label. Kalau hanya ada air keran, saring dulu dengan saringan karbon. Dan jangan pakai air yang sudah direbus berkali-kali: rasanya ikut menguap.`,
  },
  {
    slug: 'french-press-tanpa-ampas',
    title: 'French press tanpa ampas di gelas',
    excerpt: 'Rahasianya bukan saringan yang lebih mahal, melainkan sabar empat menit lagi.',
    author: 'Sekar Ayu',
    tags: ['Resep', 'French press'],
    live: 74,
    written: 77,
    cover: 1,
    body: `French press sering disalahkan karena ampasnya. Padahal alat ini hanya perlu waktu untuk diam.

## Cara biasa, lalu satu hal lagi

1. Giling 30 gram kopi, kasar seperti gula pasir.
2. Tuang 500 ml air 94 derajat. Biarkan empat menit tanpa ditutup.
3. Aduk permukaannya tiga kali, lalu buang busanya dengan dua sendok.
4. **Tunggu empat sampai lima menit lagi.** Ampas halus turun sendiri ke dasar.
5. Turunkan saringannya sampai menyentuh permukaan saja, jangan ditekan sampai bawah. Tuang perlahan.

Kopi tidak akan menjadi pahit selama menunggu: setelah busanya dibuang, ekstraksi nyaris berhenti.

## Untuk berapa orang?

Resep ini cukup untuk dua cangkir besar. Untuk empat orang, gandakan semuanya kecuali waktunya.`,
  },
  {
    slug: 'kopi-susu-gula-aren-di-rumah',
    title: 'Kopi susu gula aren di rumah, tanpa mesin espresso',
    excerpt: 'Moka pot, gula aren yang benar, dan susu dingin. Lebih murah dari sepertiga harga kedai.',
    author: 'Dimas Prakoso',
    tags: ['Resep', 'Moka pot', 'Gula aren'],
    live: 68,
    written: 70,
    cover: 0,
    body: `Es kopi susu di kedai rata-rata Rp22.000. Di rumah, dengan biji yang lebih baik, modalnya sekitar Rp7.000.

## Sirup gula aren

Sisir 200 gram gula aren, rebus dengan 100 ml air dan sejumput garam sampai larut, saring, dinginkan. Tahan dua minggu di kulkas. Pilih gula yang cokelat tua dan lembek; yang keras dan pucat sering dicampur gula pasir.

## Kopinya

Isi moka pot sampai garis dengan air *panas*, bukan air dingin: kopi tidak sempat gosong menunggu airnya mendidih. Api kecil, tutup terbuka. Begitu alirannya menjadi pucat, angkat dan dinginkan bagian bawahnya dengan kain basah.

## Merakitnya

1. 30 ml sirup di dasar gelas
2. Es batu sampai tiga perempat gelas
3. 120 ml susu segar dingin
4. 60 ml kopi, dituang terakhir lewat punggung sendok

Untuk kopinya kami memakai [Mandailing](https://kopinusantara.example/mandailing): bodinya cukup tebal untuk tetap terasa di balik susu.`,
  },
  {
    slug: 'cara-menyimpan-biji-kopi',
    title: 'Cara menyimpan biji kopi supaya segar sebulan',
    author: 'Bagas Pratama',
    tags: ['Penyimpanan', 'Pemula'],
    live: 59,
    written: 62,
    metaDescription:
      'Kulkas, freezer, atau toples? Cara menyimpan biji kopi supaya tetap segar sebulan penuh, menurut penyangrai Kopi Nusantara.',
    body: `Musuh kopi ada empat: udara, cahaya, panas, dan lembap. Kulkas menawarkan dua di antaranya sekaligus, ditambah bau tempe.

## Simpan di kantongnya

Kantong kami punya katup satu arah. Setiap habis dibuka, peras udaranya keluar, tutup rapat, lalu simpan di lemari yang jauh dari kompor. Toples kaca di atas meja memang cantik, tetapi cahaya membuat minyaknya tengik.

## Kapan boleh dibekukan?

Kalau membeli lebih dari yang habis dalam sebulan. Bagi ke kantong kecil untuk tiga hari, keluarkan udaranya, bekukan sekali saja. Giling langsung dari freezer; **jangan** dicairkan lalu dibekukan lagi.

## Tanda kopi sudah lewat

- Tidak berbuih saat disiram air pertama
- Baunya seperti kacang lama
- Rasanya datar walau takarannya benar

Kopi lama tidak berbahaya. Jadikan saja cold brew.`,
  },
  {
    slug: 'cold-brew-semalam',
    title: 'Cold brew: siapkan sebelum tidur',
    author: 'Sekar Ayu',
    tags: ['Resep', 'Cold brew'],
    live: 47,
    written: 49,
    cover: 1,
    body: `Di bulan-bulan panas, cold brew adalah kopi yang paling murah hati: tidak perlu ketel, tidak perlu jam, dan hampir tidak bisa gagal.

## Perbandingan

Satu bagian kopi untuk delapan bagian air menghasilkan minuman siap saji. Satu banding lima menghasilkan konsentrat yang bisa ditambah susu atau soda.

1. Giling **80 gram** kopi, kasar.
2. Tuang **640 ml** air suhu ruang, aduk sampai semua basah.
3. Tutup, simpan di kulkas 14 jam.
4. Saring dua kali: pertama dengan saringan teh, lalu dengan kertas V60.

## Kenapa rasanya lebih manis?

Air dingin melarutkan gula dan cokelat lebih dulu, sedangkan asam dan pahit tertinggal. Karena itu biji yang terlalu asam untuk V60 sering menjadi cold brew yang enak.

Tahan lima hari di kulkas, kalau Anda bisa menahan diri selama itu.`,
  },
  {
    slug: 'giling-sendiri-atau-digilingkan',
    title: 'Giling sendiri atau minta digilingkan?',
    author: 'Bagas Pratama',
    tags: ['Alat', 'Penggiling'],
    live: 38,
    written: 40,
    body: `Pertanyaan yang paling sering masuk ke WhatsApp kami. Jawaban jujurnya: penggiling yang buruk lebih merusak daripada kopi yang digiling tiga hari lalu.

## Kalau anggaran di bawah Rp300.000

Minta kami gilingkan. Sebutkan alat seduhnya, dan pesan 200 gram saja supaya habis dalam sepuluh hari. Penggiling pisau di harga ini memotong kopi menjadi debu dan kerikil sekaligus; rasanya pahit dan asam dalam satu tegukan.

## Kalau anggaran sekitar Rp800.000

Penggiling tangan dengan mata pisau baja sudah memberi hasil yang rata. Dua puluh gram selesai dalam satu menit, dan lengan Anda ikut segar.

## Ukuran untuk tiap alat

| Alat | Seperti | Klik di C2 |
| --- | --- | --- |
| Tubruk | Tepung kasar | 12 |
| Moka pot | Garam halus | 14 |
| V60 | Gula pasir | 20 |
| French press | Gula batu remuk | 26 |`,
  },
  {
    slug: 'tubruk-yang-benar',
    title: 'Kopi tubruk yang benar',
    excerpt: 'Cara tertua di negeri ini, dan masih salah satu yang terbaik.',
    author: 'Rina Wulandari',
    tags: ['Resep', 'Tubruk'],
    live: 21,
    written: 23,
    cover: 1,
    body: `Almarhum kakek saya menyeduh tubruk setiap pukul lima pagi. Tidak ada timbangan, tidak ada termometer, dan tidak pernah gagal. Belakangan saya sadar ia punya tiga aturan.

## Tiga aturan kakek

**Airnya harus baru.** Sekali mendidih, tunggu sampai ketelnya berhenti bersuara, baru tuang.

**Gelasnya dipanaskan dulu.** Gelas dingin mencuri sepuluh derajat.

**Jangan diaduk dua kali.** Aduk sekali di awal, tutup dengan tatakan, biarkan empat menit. Adukan kedua mengangkat semua yang sudah turun.

## Takaran

Sepuluh gram kopi halus untuk 160 ml air. Gula, kalau mau, masuk *sebelum* air; yang masuk sesudahnya mengaduk ampas.

> Kopi itu seperti tamu. Jangan disuruh cepat-cepat.

Robusta Temanggung paling cocok untuk cara ini. Kami menyangrainya sedikit lebih gelap, khusus untuk tubruk.`,
  },
  {
    slug: 'aeropress-di-perjalanan',
    title: 'AeroPress di kereta, di tenda, di kantor',
    author: 'Dimas Prakoso',
    tags: ['Resep', 'AeroPress', 'Perjalanan'],
    live: 9,
    written: 12,
    body: `Alat ini tidak bisa pecah, muat di saku jaket, dan membersihkannya cukup dengan satu dorongan. Tiga resep untuk tiga tempat.

## Di kereta

Minta air panas di gerbong restorasi; suhunya sekitar 85 derajat, pas untuk sangrai sedang. Dua belas gram, 180 ml, aduk sepuluh kali, tekan pada menit kedua.

## Di tenda

Airnya baru mendidih dan anginnya dingin, jadi pakai cara terbalik supaya panasnya tidak lari. Lima belas gram, 200 ml, tunggu dua menit, balik, tekan pelan.

## Di kantor

Dispenser hanya 80 derajat? Giling lebih halus dan seduh lebih lama: tiga menit. Rekan kerja akan bertanya. Siapkan gelas kedua.`,
  },
  {
    slug: 'kenapa-kopi-saya-pahit',
    title: 'Kenapa kopi saya pahit?',
    author: 'Sekar Ayu',
    tags: ['Pemula'],
    live: -2,
    written: 3,
    excerpt: 'Lima penyebab, dari yang paling sering sampai yang paling jarang.',
    body: `Pahit tidak selalu berarti kuat. Sering kali itu tanda ada yang berlebihan, dan biasanya bukan kopinya.

1. **Gilingan terlalu halus.** Penyebab nomor satu. Kasarkan satu tingkat.
2. **Air mendidih.** Tunggu semenit setelah ketel mati.
3. **Terlalu lama.** Untuk tetes, berhenti di tiga menit.
4. **Alat kotor.** Minyak kopi lama menempel di saringan. Rendam dengan soda kue.
5. **Sangrainya memang gelap.** Kalau tidak suka, pilih yang bertanda *sedang*.

Ubah satu hal setiap kali. Kalau mengubah dua, Anda tidak akan tahu yang mana yang menolong.`,
  },
  {
    slug: 'espresso-tanpa-mesin',
    title: 'Espresso tanpa mesin: mungkinkah?',
    author: 'Dimas Prakoso',
    tags: ['Alat', 'Espresso'],
    written: 5,
    body: `Jawaban pendek: tidak, tetapi ada yang cukup dekat.

Espresso memerlukan tekanan sembilan bar. Moka pot menghasilkan sekitar satu setengah, AeroPress kurang dari satu. Yang bisa kita tiru adalah kepekatannya.

## Yang sudah dicoba

- Moka pot dengan saringan kertas AeroPress di atas kopinya
- AeroPress, 18 gram untuk 60 ml
- Alat tuas manual

## Masih perlu

Foto perbandingan crema, dan pendapat Bagas soal alat tuas.`,
  },
];
