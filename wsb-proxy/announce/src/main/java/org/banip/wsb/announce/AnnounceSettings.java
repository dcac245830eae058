package org.banip.wsb.announce;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.banip.server.address.AddressLiteral;
import org.banip.server.listen.Listening;
import org.banip.server.log.ServerLog;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;
import org.slf4j.Logger;

/**
 * Where and as what a broker is announced.
 *
 * @param addresses of this machine, on whose networks; one at least
 * @param name of the broker, in lower case, without a point at its end
 */
record AnnounceSettings(List<InetAddress> addresses, String name) {
    private static final Logger LOG = ServerLog.of(AnnounceSettings.class);
    private static final int MOST = 16;
    private static final String LOCAL = ".local";
    private static final Pattern NAME =
            Pattern.compile("(?=.{1,200}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+");

    static final Setting<List<InetAddress>> ANNOUNCE = Setting.optional(
                    "announce",
                    new SettingType<>(
                            "addresses",
                            "",
                            "1 to " + MOST + " addresses of this machine, with commas between them",
                            AnnounceSettings::addresses,
                            all -> all.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(","))),
                    "the broker does not announce itself",
                    "announce the broker to MBUs on the networks of these addresses, by DNS-SD over multicast DNS (docs/discovery.md)")
            .standalone();
    static final Setting<String> NAME_OF_BROKER = Setting.optional(
                    "announce-name",
                    SettingType.text(
                            "name",
                            "a name of DNS with two labels at least, such as wsb.ward3.example or wsb.local",
                            text -> NAME.matcher(text.toLowerCase(Locale.ROOT)).matches()),
                    "this machine's name in local",
                    "with announce: the broker's name, for which its certificate must be")
            .standalone();

    static final List<Setting<?>> ALL = List.of(ANNOUNCE, NAME_OF_BROKER);

    /**
     * What an operator has set; empty if nothing is to be announced.
     *
     * @throws IllegalArgumentException if a setting is wrong, or the broker does not listen there
     */
    static Optional<AnnounceSettings> of(Settings settings, Listening where) {
        settings.refuseWithout(ANNOUNCE, NAME_OF_BROKER);
        return settings.find(ANNOUNCE).map(addresses -> {
            addresses.forEach(address -> checkListening(address, where));
            addresses.stream().filter(InetAddress::isLoopbackAddress).forEach(AnnounceSettings::warn);
            return new AnnounceSettings(
                    addresses,
                    settings.find(NAME_OF_BROKER)
                            .orElseGet(AnnounceSettings::ownName)
                            .toLowerCase(Locale.ROOT));
        });
    }

    private static void warn(InetAddress loopback) {
        String address = loopback.getHostAddress();
        LOG.warn(
                "- announce is {}: MBUs do not ask on loopback, except those of this machine with dnssd:from={}",
                address,
                address);
    }

    private static void checkListening(InetAddress address, Listening where) {
        try {
            InetAddress listening = InetAddress.getByName(where.host());
            if (!listening.isAnyLocalAddress() && !listening.equals(address)) {
                throw new IllegalArgumentException(
                        "announce is " + address.getHostAddress() + ", and the broker listens on " + where.host()
                                + " only (listen); announce an address at which it can be reached");
            }
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("listen: '" + where.host() + "' is no address of this machine", e);
        }
    }

    private static List<InetAddress> addresses(String text) {
        List<InetAddress> all = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            InetAddress address = AddressLiteral.read(part.trim())
                    .orElseThrow(() -> new IllegalArgumentException("'" + part.trim() + "' is no address"));
            if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
                throw new IllegalArgumentException("'" + part.trim() + "' is not the address of one network");
            }
            all.add(address);
        }
        if (all.size() > MOST) {
            throw new IllegalArgumentException(all.size() + " addresses are given, at most " + MOST + " are allowed");
        }
        return List.copyOf(all);
    }

    private static String ownName() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("this machine does not know its own name; set announce-name", e);
        }
        int point = host.indexOf('.');
        String name = (point < 0 ? host : host.substring(0, point)) + LOCAL;
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "this machine's name '" + host + "' is no name of DNS; set announce-name");
        }
        return name;
    }
}
