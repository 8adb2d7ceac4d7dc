/** How people ask for something, with X for its name, by language. The last of each language has other nouns. */
export const forms: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  Object.entries({
    'zh-cn': [
      'X 是什么',
      'X是什么？',
      '怎么用 X',
      '如何配置X？',
      'X 有什么用？',
      '请问什么时候需要安装 X 呢？',
      'X 和其他工具有什么区别？',
    ],
    'zh-tw': ['X 是什麼', 'X是什麼？', '怎麼使用 X', '如何設定X？', 'X 有什麼用途？', 'X 和其他工具有什麼不同？'],
    ja: [
      'X の使い方',
      'Xを設定する方法',
      'X とは何ですか？',
      'Xはどうやってインストールしますか',
      'Xについて教えてください。',
      'Xと他のツールの違いは何ですか？',
    ],
    ko: [
      'X란 무엇인가요?',
      'X를 어떻게 설정하나요?',
      'X 사용법',
      'X은 어디에 쓰나요?',
      'X에 대해 알려 주세요',
      'X와 다른 도구의 차이점은 무엇인가요?',
    ],
    de: [
      'Was ist X?',
      'Wie benutzt man X?',
      'Wozu dient X?',
      'Wie kann ich X einrichten?',
      'Erkläre mir bitte, wofür man X braucht.',
      'Was ist der Unterschied zwischen X und anderen Werkzeugen?',
    ],
    fr: [
      "Qu'est-ce que X ?",
      'Comment utiliser X ?',
      'À quoi sert X ?',
      'Comment configurer X ?',
      'Pourrais-tu m’expliquer ce que fait X ?',
      'Quelle est la différence entre X et les autres outils ?',
    ],
    vi: [
      'X là gì?',
      'Cách cấu hình X',
      'X dùng để làm gì?',
      'Làm thế nào để cài đặt X?',
      'Sự khác biệt giữa X và các công cụ khác là gì?',
    ],
    el: [
      'Τι είναι το X;',
      'Πώς χρησιμοποιώ το X;',
      'Πώς ρυθμίζω το X;',
      'Σε τι χρησιμεύει το X;',
      'Ποια είναι η διαφορά μεταξύ του X και άλλων εργαλείων;',
    ],
    ru: [
      'Что такое X?',
      'Как настроить X?',
      'Для чего нужен X?',
      'Как пользоваться X?',
      'Чем X отличается от других инструментов?',
    ],
    ar: ['ما هو X؟', 'كيف أستخدم X؟', 'كيف يمكنني إعداد X؟', 'لماذا نحتاج إلى X؟', 'ما الفرق بين X والأدوات الأخرى؟'],
    fa: [
      'X چیست؟',
      'چگونه X را پیکربندی کنم؟',
      'X به چه کار می‌آید؟',
      'طرز استفاده از X',
      'تفاوت X با ابزارهای دیگر چیست؟',
    ],
    pl: [
      'Co to jest X?',
      'Jak skonfigurować X?',
      'Do czego służy X?',
      'Jak używać X?',
      'Czym X różni się od innych narzędzi?',
    ],
    tr: [
      'X nedir?',
      'X nasıl yapılandırılır?',
      'X ne işe yarar?',
      'X nasıl kullanılır?',
      "X'in diğer araçlardan farkı nedir?",
    ],
  }),
);

/** Programs that every translation of a book names in some memories, in few enough to be what a question is about. */
export const programs = {
  reference:
    'postfix apache samba rsync systemd udev iptables grub lilo synaptic exim openssh sudo emacs nano bash zsh cvs subversion mutt fetchmail procmail clamav squid dhcp ntp cups nfs lvm raid mdadm cryptsetup luks kvm qemu libvirt xen lxc docker virtualbox kde xfce gdm3 Firefox chromium thunderbird LibreOffice openldap snort tripwire fail2ban logcheck rsyslog cron anacron logrotate debconf debhelper sbuild reportbug tmux gpg openvpn wireshark nmap tcpdump SELinux apparmor mariadb PostgreSQL perl python ruby gcc gdb autoconf automake latex texlive',
  handbook:
    'rsync systemd udev iptables nftables grub lilo synaptic exim openssh sudo vim emacs nano bash zsh git cvs subversion procmail spamassassin clamav dhcp ntp cups mdadm luks kvm qemu libvirt xen lxc docker virtualbox gnome kde xfce lightdm gdm3 Firefox chromium thunderbird LibreOffice openldap nagios munin snort tripwire fail2ban logcheck syslog rsyslog cron anacron logrotate debconf debhelper lintian pbuilder sbuild reportbug popularity-contest gpg openvpn wireshark nmap tcpdump apparmor preseed zabbix MySQL mariadb PostgreSQL php perl python ruby gcc gdb autoconf',
};
