/** Where the coffee comes from: farms, harvests, roasting. */
import type { DemoPost } from '@/prisma/demo/posts/post';

export const ORIGINS: DemoPost[] = [
  {
    slug: 'gayo-honey-21-hari',
    title: 'Dua puluh satu hari di Pantan Musara',
    excerpt: 'Bagaimana Pak Iwan mengeringkan kopi bersama lendirnya, dan kenapa rasanya seperti gula aren.',
    author: 'Bagas Pratama',
    tags: ['Gayo', 'Petani', 'Honey'],
    live: 27,
    written: 33,
    cover: 2,
    campaign: 'Peluncuran Gayo Honey',
    metaTitle: 'Gayo Honey: 21 hari pengeringan di Pantan Musara, Aceh Tengah',
    metaDescription:
      'Kunjungan ke kebun Pak Iwan di Aceh Tengah, tempat kopi dikeringkan bersama lendirnya selama 21 hari. Cerita, cara kerja, dan cara menyeduhnya.',
    body: `Dari Takengon ke Pantan Musara satu setengah jam, sebagian besar menanjak. Di ketinggian 1.450 meter, Pak Iwan menanam kopi di antara jeruk keprok dan lamtoro, seperti ayahnya dulu.

## Apa itu *honey*?

Bukan madu yang ditambahkan. Buah kopi dikupas, tetapi lendir manis di sekeliling bijinya dibiarkan menempel. Biji yang lengket itu dijemur perlahan. Salah sedikit, ia berjamur; benar, manisnya meresap ke dalam.

> Sehari bisa delapan kali saya balik. Kalau hujan, tengah malam pun bangun.
>
> — Pak Iwan

## Tiga minggu, hari demi hari

1. **Hari 1–3:** dijemur tipis di bawah atap plastik, dibalik setiap jam supaya tidak menggumpal.
2. **Hari 4–12:** ditumpuk sedikit lebih tebal. Warnanya berubah dari kuning ke cokelat.
3. **Hari 13–21:** dibalik pagi dan sore saja. Kadar air turun sampai 11,5 persen.

Tahun ini hasilnya 380 kilogram, dan kami membeli semuanya, dengan harga 40 persen di atas harga pasar Takengon minggu itu.

## Menyeduhnya

V60, 15 gram, air 91 derajat, tuang empat kali. Carilah jeruk di awal, gula aren di tengah, dan akhir yang panjang. Setelah agak dingin justru lebih manis.`,
  },
  {
    slug: 'mengenal-enam-daerah',
    title: 'Enam daerah, enam rasa: peta kopi kami',
    author: 'Rina Wulandari',
    tags: ['Daerah', 'Pemula'],
    live: 83,
    written: 87,
    cover: 3,
    body: `Pelanggan baru sering bertanya, "Yang enak yang mana?" Semuanya, tetapi untuk orang yang berbeda. Ini peta singkatnya.

| Daerah | Ketinggian | Rasa | Cocok untuk |
| --- | --- | --- | --- |
| Gayo, Aceh | 1.400 m | Beri, cokelat hitam | V60, tubruk |
| Mandailing, Sumatra Utara | 1.300 m | Rempah, kakao | Susu, moka pot |
| Preanger, Jawa Barat | 1.500 m | Melati, teh hitam | V60 |
| Kintamani, Bali | 1.250 m | Jeruk, madu | V60, cold brew |
| Toraja, Sulawesi | 1.600 m | Gula aren, kayu manis | French press |
| Bajawa, Flores | 1.450 m | Kacang, cokelat susu | Segalanya |

## Belum tahu harus mulai dari mana?

Kalau biasanya minum kopi susu, mulailah dari **Mandailing** atau **Bajawa**. Kalau biasanya minum teh, dari **Preanger**. Dan kalau suka jeruk, langsung ke **Kintamani**.

Paket perkenalan kami berisi enam kantong kecil, masing-masing 50 gram, cukup untuk tiga cangkir.`,
  },
  {
    slug: 'panen-toraja-terlambat',
    title: 'Panen Toraja terlambat enam minggu. Ini sebabnya',
    author: 'Rina Wulandari',
    tags: ['Toraja', 'Panen', 'Kabar'],
    live: 65,
    written: 66,
    body: `Biasanya Toraja Sapan tiba di gudang kami pada pekan kedua Agustus. Tahun ini baru datang akhir September, dan jumlahnya dua pertiga dari tahun lalu.

## Hujan di bulan yang salah

Pohon kopi berbunga setelah hujan pertama. Tahun ini hujan turun di bulan Februari, berhenti, lalu turun lagi di bulan April. Bunganya mekar dua kali, dan buahnya pun matang dua kali. Ibu Marta dan dua belas ibu lain di Sapan memetik kebun yang sama tiga putaran, hanya mengambil yang merah.

## Apa artinya untuk Anda

Harganya naik Rp6.000 untuk 200 gram. Seluruh kenaikan itu kami teruskan ke koperasi, karena tiga putaran petik berarti tiga kali upah. Rasanya, untungnya, tidak ikut turun: buah yang lambat matang justru lebih manis.

Kalau tahun ini kehabisan, cobalah [Enrekang](https://kopinusantara.example/enrekang). Kebunnya hanya tiga puluh kilometer dari sana.`,
  },
  {
    slug: 'natural-washed-honey',
    title: 'Natural, washed, honey: apa bedanya di cangkir?',
    excerpt: 'Tiga cara mengolah buah yang sama, tiga kopi yang sama sekali lain.',
    author: 'Bagas Pratama',
    tags: ['Proses', 'Pemula'],
    live: 55,
    written: 57,
    cover: 5,
    body: `Setelah dipetik, buah kopi harus menjadi biji kering. Jalannya ada tiga, dan masing-masing meninggalkan jejak di cangkir.

## Washed

Kulit dan lendirnya dicuci bersih, lalu bijinya dijemur. Hasilnya jernih: rasa tanah dan ketinggiannya terdengar jelas. Kebanyakan Kintamani diolah begini.

## Natural

Buahnya dijemur utuh seperti kismis, tiga sampai lima minggu. Gula dan aroma buahnya meresap. Hasilnya tebal, manis, kadang seperti anggur. Risikonya besar; satu malam lembap bisa merusak satu terpal.

## Honey

Di tengah-tengah. Kulitnya dibuang, lendirnya dibiarkan. Lebih manis dari washed, lebih bersih dari natural.

## Cobalah berdampingan

Pesan satu daerah dalam tiga proses, seduh dengan resep yang sama, cicipi dari yang paling jernih. Perbedaannya tidak perlu lidah terlatih; tetangga saya yang minum kopi saset pun langsung menunjuk.`,
  },
  {
    slug: 'kenapa-sangrai-hari-selasa',
    title: 'Kenapa kami menyangrai setiap Selasa',
    author: 'Bagas Pratama',
    tags: ['Sangrai', 'Di balik layar'],
    live: 71,
    written: 73,
    body: `Kami bisa saja menyangrai setiap hari. Mesin kami menganggur empat hari seminggu, dan itu disengaja.

## Kopi perlu istirahat

Biji yang baru disangrai penuh gas karbon dioksida. Diseduh hari itu juga, gasnya mendorong air menjauh dan rasanya kosong. Tiga sampai tujuh hari kemudian, barulah ia bicara.

Menyangrai hari Selasa berarti kopi berangkat hari Rabu, tiba hari Kamis atau Jumat di Jawa, dan mencapai puncaknya tepat di akhir pekan: saat orang punya waktu untuk menyeduh pelan-pelan.

## Satu hari, dua belas putaran

| Jam | Yang dikerjakan |
| --- | --- |
| 06.30 | Memanaskan mesin, mencicipi sangraian minggu lalu |
| 08.00 | Enam putaran sangrai sedang |
| 12.00 | Makan siang, Bagas tidak boleh makan sambal |
| 13.00 | Empat putaran gelap, dua putaran espresso |
| 16.00 | Menyortir, mengemas, menempel tanggal |

Tanggal di kantong Anda adalah tanggal sangrai, bukan tanggal kedaluwarsa. Kalau suatu hari tertulis hari Rabu, berarti Selasa itu listrik padam.`,
  },
  {
    slug: 'robusta-bukan-kopi-kelas-dua',
    title: 'Robusta bukan kopi kelas dua',
    author: 'Dimas Prakoso',
    tags: ['Robusta', 'Temanggung'],
    live: 43,
    written: 45,
    body: `Sembilan dari sepuluh pohon kopi di Indonesia adalah robusta. Anehnya, hampir tidak ada yang menyebutnya di label.

Robusta mendapat nama buruk karena cara memanennya: dipetik sekaligus, merah dan hijau, lalu dijemur di pinggir jalan. Pak Slamet di Temanggung melakukan sebaliknya. Ia memetik yang merah saja, dan menjualnya dua kali harga pasar.

## Rasanya?

Kacang sangrai, cokelat pahit, bodi setebal susu. Kafeinnya dua kali arabika. Diseduh tubruk, ia menjadi minuman yang jujur dan membangunkan.

## Untuk siapa

- Yang minum kopi dengan susu atau gula aren
- Yang harus bangun pukul empat
- Yang bosan dengan kopi yang rasanya seperti teh

Kami menjualnya dengan nama petani dan tanggal petiknya, sama seperti kopi kami yang lain.`,
  },
  {
    slug: 'berapa-yang-diterima-petani',
    title: 'Dari Rp98.000, berapa yang diterima petani?',
    excerpt: 'Kami membuka perhitungan satu kantong Gayo Natural, sampai ke rupiah terakhir.',
    author: 'Rina Wulandari',
    tags: ['Petani', 'Harga', 'Di balik layar'],
    live: 17,
    written: 20,
    body: `Setiap beberapa bulan ada yang bertanya, dan itu pertanyaan yang baik. Ini perhitungan satu kantong Gayo Natural 200 gram seharga Rp98.000.

| Untuk | Rupiah |
| --- | ---: |
| Petani dan koperasi | 31.400 |
| Pengiriman Takengon – Jakarta | 3.900 |
| Susut saat disangrai (16 %) | 5.000 |
| Sangrai, listrik, gas | 7.200 |
| Kantong, stiker, kardus | 6.100 |
| Gaji tujuh orang | 21.600 |
| Sewa dan pajak | 11.300 |
| Biaya pembayaran | 2.700 |
| Tersisa untuk toko | 8.800 |

## Kenapa bukan lebih murah?

Bisa, kalau yang dipotong baris pertama. Harga pasar Takengon minggu lalu Rp22.000 untuk jumlah yang sama.

## Kenapa bukan lebih banyak untuk petani?

Kami menaikkannya setiap tahun sejak 2021, dari 24 menjadi 32 persen. Targetnya 35. Caranya bukan menaikkan harga, melainkan mengirim lebih banyak langsung dari situs ini, tanpa potongan lokapasar.`,
  },
  {
    slug: 'ibu-ibu-penyortir',
    title: 'Mata yang menyortir tiga ratus biji semenit',
    author: 'Sekar Ayu',
    tags: ['Petani', 'Di balik layar'],
    live: 5,
    written: 8,
    cover: 3,
    body: `Di gudang koperasi Bener Meriah ada meja panjang di dekat jendela. Sebelas ibu duduk di sana dari pukul delapan, dan yang terdengar hanya bunyi biji jatuh ke tampah.

Bu Ratna sudah tujuh belas tahun menyortir. Tangannya bergerak sendiri; ia bisa sambil menceritakan kuliah anaknya di Banda Aceh.

## Yang dicari

- **Hitam:** busuk di pohon. Satu biji merusak satu cangkir.
- **Pecah:** gosong lebih dulu saat disangrai.
- **Berlubang:** bekas serangga.
- **Pucat dan ringan:** dipetik terlalu muda.

Dari satu karung 60 kilogram, sekitar empat kilogram disisihkan. Yang disisihkan tidak dibuang: dijual murah sebagai kopi warung.

> Mesin ada, tapi mesin tidak bisa mencium.
>
> — Bu Ratna

Kalau di kantong Anda ada satu biji yang berbeda warnanya, itu bukan salah Bu Ratna. Itu setelah makan siang.`,
  },
  {
    slug: 'kopi-papua-lewat-udara',
    title: 'Kopi yang harus naik pesawat dulu',
    author: 'Bagas Pratama',
    tags: ['Wamena', 'Petani'],
    live: -6,
    written: 4,
    cover: 4,
    excerpt:
      'Dari kebun di Jayawijaya ke Jakarta: dua hari berjalan kaki, empat puluh menit terbang, sebelas hari di laut.',
    body: `Tidak ada jalan dari Wamena ke pantai. Setiap karung kopi yang keluar dari Lembah Baliem naik pesawat baling-baling ke Jayapura, baru kemudian naik kapal.

## Perjalanan satu karung

1. Dipetik di Piramid, dijemur di halaman gereja.
2. Dipikul dua hari ke Wamena oleh keluarga yang menanamnya.
3. Terbang empat puluh menit. Ongkosnya Rp9.000 per kilogram, lebih mahal dari laut sampai Jakarta.
4. Sebelas hari di kapal, di palka yang kering.

## Kenapa tetap kami beli

Karena tanahnya belum pernah mengenal pupuk kimia, dan rasanya tidak ada duanya: apel merah, madu hutan, akhir yang bersih. Tahun ini hanya 210 kilogram. Pendaftar surat mingguan boleh memesan sehari lebih dulu.`,
  },
  {
    slug: 'kamus-kecil-rasa-kopi',
    title: 'Kamus kecil rasa kopi',
    author: 'Sekar Ayu',
    tags: ['Pemula', 'Daerah'],
    written: 14,
    body: `Beberapa kata di kantong kami memang terdengar aneh. Ini artinya, dengan bahan dari dapur sendiri.

## Keasaman

Bukan asam seperti cuka. Bayangkan jeruk dibandingkan dengan kentang: yang satu hidup, yang lain tenang.

## Bodi

Berat minuman di lidah. Air putih, susu encer, susu kental.

## Akhir

Yang tertinggal setelah ditelan. Teh: pendek. Cokelat: panjang.

## Masih kurang

Manis, bersih, seimbang. Dan contoh biji untuk tiap kata.`,
  },
];
