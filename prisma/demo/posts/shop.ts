/** News of the shop, gifts, events, and some posts in English for those who read along from abroad. */
import type { DemoPost } from '@/prisma/demo/posts/post';

export const SHOP: DemoPost[] = [
  {
    slug: 'kedai-menteng-buka-lebih-pagi',
    title: 'Kedai Menteng kini buka pukul enam',
    author: 'Rina Wulandari',
    tags: ['Kabar', 'Menteng'],
    live: 78,
    written: 79,
    body: `Pelari pagi memintanya, penumpang KRL memintanya, dan akhirnya Sekar menyerah. Mulai Senin depan kedai Menteng buka pukul **06.00**, satu jam lebih awal.

## Yang ada sejak pagi

Tubruk, V60, dan kopi susu sejak menit pertama. Roti bakar srikaya menyusul pukul setengah tujuh, menunggu tukang rotinya.

## Sebelum pukul delapan

Bawa gelas sendiri, potong Rp5.000. Bukan promo; kami memang ingin berhenti membuang seribu gelas kertas setiap bulan.

Jam tutup tetap pukul 21.00. Hari Minggu seperti biasa, mulai pukul tujuh.`,
  },
  {
    slug: 'hampers-lebaran-tiga-pilihan',
    title: 'Hampers yang tidak berakhir di lemari',
    excerpt: 'Tiga hampers kopi untuk tiga macam penerima, dari Rp165.000.',
    author: 'Dimas Prakoso',
    tags: ['Hadiah', 'Hampers'],
    live: 51,
    written: 53,
    cover: 6,
    body: `Kami pernah menerima toples kue yang sama tiga kali dalam seminggu. Karena itu hampers kami hanya berisi yang habis dipakai.

## Untuk yang belum punya alat

**Tubruk Pagi, Rp165.000.** Dua kantong 100 gram, gula aren batang, dan gelas enamel. Tidak perlu apa-apa lagi selain air panas.

## Untuk yang sudah menyeduh

**Enam Daerah, Rp325.000.** Enam kantong 50 gram dan kartu rasa untuk dicicipi bersama.

## Untuk kantor

**Satu Liter, Rp540.000.** French press besar, satu kilogram Bajawa, dan empat gelas.

Semua dikirim dengan kardus tanpa plastik dan kartu yang ditulis tangan. Pesanan di atas 20 hampers dapat potongan; kirim pesan lewat [halaman kontak](https://kopinusantara.example/kontak).`,
  },
  {
    slug: 'kelas-menyeduh-desember',
    title: 'Kelas menyeduh bulan Desember: jadwal dan cara mendaftar',
    author: 'Sekar Ayu',
    tags: ['Kelas', 'Kabar'],
    live: 2,
    written: 6,
    cover: 0,
    body: `Empat kelas, masing-masing delapan kursi, semuanya di lantai dua kedai Menteng. Kopinya dari kami, penasarannya dari Anda.

| Tanggal | Kelas | Pengajar | Biaya |
| --- | --- | --- | ---: |
| 5 Desember | V60 dari nol | Sekar | Rp150.000 |
| 6 Desember | Mencicipi enam daerah | Bagas | Rp175.000 |
| 12 Desember | Kopi susu di rumah | Dimas | Rp150.000 |
| 13 Desember | Menyangrai dengan wajan | Bagas | Rp200.000 |

## Yang perlu dibawa

Tidak ada. Pulangnya setiap peserta membawa 100 gram kopi yang dipakai di kelas.

## Cara mendaftar

1. Pilih kelasnya di [halaman kelas](https://kopinusantara.example/kelas).
2. Bayar; kursi baru terpegang setelah lunas.
3. Kalau berhalangan, kabari dua hari sebelumnya dan kursi dapat dipindahkan.

Kelas bulan lalu penuh dalam empat hari.`,
  },
  {
    slug: 'ongkir-kenapa-beda-beda',
    title: 'Kenapa ongkirnya beda-beda?',
    author: 'Dimas Prakoso',
    tags: ['Bantuan', 'Pengiriman'],
    live: 33,
    written: 34,
    body: `Satu kantong ke Bandung Rp11.000, ke Jayapura Rp68.000. Sama-sama 200 gram. Ini yang terjadi di belakangnya.

## Yang dihitung kurir

Kurir membulatkan ke atas per kilogram. Satu kantong atau empat kantong, ongkirnya sama. Karena itu pesanan berdua dengan tetangga hampir selalu lebih murah.

## Yang kami tanggung

Di atas Rp150.000 kami menanggung sampai Rp20.000 dengan kode **GRATISONGKIR**. Ke Jawa dan Bali itu biasanya berarti gratis.

## Berapa lama

- Jabodetabek: besok
- Jawa dan Bali: dua hari
- Sumatra, Sulawesi, Kalimantan: tiga sampai lima hari
- Maluku dan Papua: seminggu

Paket yang tidak bergerak tiga hari kami kirim ulang tanpa bertanya. Tahun ini baru sembilan kali.`,
  },
  {
    slug: 'pesanan-ke-10000',
    title: 'Pesanan ke-10.000 dikirim ke Ende',
    author: 'Rina Wulandari',
    tags: ['Kabar'],
    live: 13,
    written: 13,
    body: `Jumat sore, pukul setengah empat, Dimas menempel resi nomor sepuluh ribu. Isinya dua kantong Bajawa dan satu dripper plastik, tujuannya Ende, Flores.

Kami tertawa. Kopi itu dipetik empat puluh kilometer dari Ende, naik kapal ke Jakarta, disangrai di Menteng, lalu pulang.

Bu Yohana, yang memesannya, bercerita lewat telepon: tetangganya petani kopi, tetapi semua panennya dijual mentah. Di rumah mereka minum kopi saset.

> Baru sekarang saya tahu rasanya kopi dari kampung sendiri.

Sejak itu kami memikirkan satu hal: menyangrai di Flores, bukan hanya untuk Flores. Belum tahu bagaimana. Kalau sudah tahu, Anda akan membacanya di sini.

Terima kasih untuk sepuluh ribu yang pertama.`,
  },
  {
    slug: 'langganan-kopi-cara-kerjanya',
    title: 'Langganan kopi: cara kerjanya, dan kapan sebaiknya tidak',
    author: 'Dimas Prakoso',
    tags: ['Langganan', 'Bantuan'],
    live: 62,
    written: 64,
    body: `Langganan berarti kopi datang sendiri, setiap dua atau empat minggu, tanpa perlu diingat.

## Cara kerjanya

1. Pilih jumlahnya: 200, 400, atau 1.000 gram.
2. Pilih siapa yang memilih bijinya: Anda, atau Bagas.
3. Tiga hari sebelum dikirim, Anda mendapat pesan. Balas *lewati* untuk melewatkan satu kiriman.

Harganya sepuluh persen di bawah harga satuan, dan ongkirnya satu untuk satu kiriman.

## Kapan sebaiknya tidak

Kalau Anda minum kurang dari tiga cangkir seminggu. Kantong 200 gram akan habis dalam dua bulan, dan pada minggu keenam rasanya sudah datar. Lebih baik beli saat perlu.

Berhenti kapan saja, cukup satu klik. Kami tidak akan bertanya kenapa, walaupun penasaran.`,
  },
  {
    slug: 'brewing-indonesian-coffee-abroad',
    title: 'Brewing Indonesian coffee when you live abroad',
    excerpt: 'Harder water, other kettles, the same beans: three small changes that bring the taste of home back.',
    author: 'Sekar Ayu',
    tags: ['English', 'Resep'],
    live: 30,
    written: 32,
    cover: 4,
    metaTitle: 'How to brew Indonesian coffee abroad',
    body: `We ship to eleven countries now, and the letters we get back often begin the same way: *it tasted different at my mother's house.* It did. Here is why, and what helps.

## Your water is harder

London, Berlin and Los Angeles have two to three times the minerals of the gallon water most Indonesian homes use. Hard water flattens the fruit in a Gayo and leaves only the chocolate. A simple jug filter with a fresh cartridge is enough.

## Your kitchen is colder

A ceramic dripper at 18 °C takes eight degrees from the water before it reaches the coffee. Rinse it with boiling water first, and brew at 94 °C rather than 91.

## The beans have flown

After two weeks in transit the beans have rested enough. Open the bag, brew the same day, and grind one step finer than the recipe says.

| | At home | Abroad |
| --- | --- | --- |
| Water | 91 °C | 94 °C |
| Grind | medium | one step finer |
| Dose | 15 g | 16 g |

> My kitchen in Leiden smelled of Takengon this morning.
>
> — Intan, who has ordered since 2023`,
  },
  {
    slug: 'grosir-untuk-kafe',
    title: 'Grosir untuk kafe: yang kami janjikan dan yang kami minta',
    author: 'Rina Wulandari',
    tags: ['Grosir'],
    live: 24,
    written: 27,
    locale: 'id',
    translationOf: 'wholesale-for-cafes',
    body: `Empat puluh satu kafe dari Medan sampai Melbourne menyeduh kopi kami. Kalau kafe Anda yang berikutnya, inilah seluruh perjanjiannya.

## Yang kami janjikan

- Disangrai Selasa, dikirim Rabu, dengan tanggal di setiap kantong
- Harga yang sama selama enam bulan, apa pun yang terjadi di pasar
- Orang yang menjawab di hari yang sama, dan pernah menarik espresso sendiri

## Yang kami minta

1. Paling sedikit lima kilogram sebulan.
2. Nama kebunnya di menu Anda. Itu juga yang diminta para petani.
3. Pembayaran dalam empat belas hari; petani kami bayar dalam tujuh.

Sampel gratis: empat kantong 100 gram, Anda hanya membayar ongkirnya. Tulis ke [grosir](https://kopinusantara.example/grosir), dan ceritakan mesin dan air Anda.`,
  },
  {
    slug: 'wholesale-for-cafes',
    title: 'Wholesale for cafés: what we promise and what we ask',
    author: 'Rina Wulandari',
    tags: ['English', 'Wholesale'],
    live: 24,
    written: 26,
    locale: 'en',
    body: `Forty-one cafés between Medan and Melbourne pour our coffee. If yours is to be the next, this is the whole of the agreement.

## What we promise

- Roasted on Tuesday, shipped on Wednesday, with the date on every bag
- The same price for six months, whatever the market does
- A person who answers on the same day, and who has pulled a shot before

## What we ask

1. At least five kilograms a month.
2. The name of the farm on your menu. It is what the farmers ask for, too.
3. Payment within fourteen days; they are paid within seven.

Samples are free: four bags of 100 grams, for the price of shipping. Write to [wholesale](https://kopinusantara.example/wholesale) and tell us about your machine and your water.`,
  },
  {
    slug: 'harbolnas-yang-jujur',
    title: 'Harbolnas yang jujur: harga kami sebelum dan sesudah',
    author: 'Rina Wulandari',
    tags: ['Promo', 'Harga'],
    live: -18,
    written: 2,
    campaign: 'Harbolnas 12.12',
    excerpt: 'Diskon 40 % untuk satu hari, tanpa menaikkan harga seminggu sebelumnya. Ini buktinya.',
    body: `Setiap Desember kita melihatnya: harga naik di tanggal 5, lalu "turun" di tanggal 12. Kami memutuskan untuk menunjukkan harga kami selama setahun.

| Kopi | Januari | Juni | 11 Desember | 12 Desember |
| --- | ---: | ---: | ---: | ---: |
| Gayo Natural 200 g | 96.000 | 98.000 | 98.000 | 58.800 |
| Toraja Sapan 200 g | 106.000 | 106.000 | 112.000 | 67.200 |
| Bajawa 200 g | 99.000 | 99.000 | 99.000 | 59.400 |

Toraja naik pada bulan Oktober, dan [sebabnya hujan](https://kopinusantara.example/blog), bukan Harbolnas.

## Bagaimana kami sanggup?

Kami tidak untung di hari itu. Lima ratus pesanan pertama ditanggung anggaran iklan setahun, yang tidak pernah kami pakai untuk iklan.

Kodenya **HARBOLNAS12**, berlaku sejak tengah malam.`,
  },
  {
    slug: 'setahun-tanpa-kantong-plastik',
    title: 'Setahun tanpa kantong plastik: yang berhasil dan yang tidak',
    author: 'Dimas Prakoso',
    tags: ['Lingkungan', 'Di balik layar'],
    live: 40,
    written: 42,
    body: `November tahun lalu kami berhenti memakai plastik untuk mengirim. Setelah 4.300 paket, ini rapornya.

## Berhasil

**Kertas sarang lebah** sebagai pengganti gelembung. Lebih mahal Rp400 per paket, tetapi dripper yang pecah turun dari 31 menjadi 12.

**Lakban kertas.** Sampai di Papua pun masih menempel.

## Tidak berhasil

**Kantong kopi kertas penuh.** Tiga minggu kemudian kopinya datar. Kami kembali ke lapisan tipis di dalam; kantongnya kini bisa dikembalikan dan ditukar Rp1.000 di kedai.

**Stiker kedelai.** Luntur di musim hujan. Maaf untuk paket-paket yang tiba tanpa nama.

## Tahun depan

Kardus pakai ulang untuk Jabodetabek, dijemput kurir yang sama. Kalau Anda ingin ikut uji coba, balas surat mingguan dengan kata *kardus*.`,
  },
  {
    slug: 'wawancara-pak-slamet',
    title: 'Wawancara: Pak Slamet dan kebun di lereng Sumbing',
    author: 'Bagas Pratama',
    tags: ['Temanggung', 'Petani'],
    written: 1,
    body: `Rekaman 42 menit, baru separuh yang disalin.

> Dulu kopi itu tanaman pagar. Yang penting tembakau.

## Yang sudah

- Kenapa berhenti menanam tembakau pada 2019
- Petik merah, dan kenapa tetangganya menertawakan

## Yang belum

- Harga tiga tahun terakhir
- Foto: tunggu izin dari Bu Slamet`,
  },
];
