package org.banip.wsb.jini;

import static org.banip.server.settings.SettingType.flag;
import static org.banip.server.settings.SettingType.text;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.server.address.AddressLiteral;
import org.banip.server.settings.Setting;
import org.banip.server.settings.Settings;
import org.banip.surrogate.jini.client.AllowedHosts;
import org.banip.surrogate.jini.settings.JiniTlsFiles;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.settings.TlsFileSettings;
import org.banip.surrogate.jini.transport.TlsContexts;
import org.banip.surrogate.jini.transport.Transport;

/**
 * The lookup services that a broker asks for hosts. A host gets the streams of MBUs and the broker's token, so a lookup service beyond this machine
 * needs TLS, which checks certificates on both sides, and hosts may be only where the operator expects them.
 *
 * @param locators where they are
 * @param transport how they are called
 * @param hostAddresses names or addresses of machines on which hosts may be, beside this one and those of the lookup services
 */
record Lookups(List<LookupAddress> locators, Transport transport, List<String> hostAddresses) {
    static final Setting<List<LookupAddress>> LOCATORS = Setting.optional(
            "jini-locators",
            LookupAddress.settingType(),
            "none",
            "with host-directory=jini: the lookup services with which hosts register (jini-host-url of the host)");
    static final Setting<String> HOST_ADDRESSES = Setting.optional(
            "jini-host-addresses",
            text("addresses", "names or addresses of machines, with commas between them", Lookups::areHosts),
            "the lookup services' machines and this one",
            "more machines on which hosts that lookup services name may be; a name must stand in the host's URL as it stands here");
    static final TlsFileSettings TLS = TlsFileSettings.ofCaller();
    static final Setting<Boolean> ALLOW_PLAIN = Setting.of(
            "jini-allow-plain",
            flag(),
            false,
            "allow plain connections to lookup services on other machines, because something else protects the network");

    /** All, in the order of docs/configuration.md. */
    static final List<Setting<?>> ALL = Stream.of(
                    List.of(LOCATORS, HOST_ADDRESSES), TLS.all(), List.<Setting<?>>of(ALLOW_PLAIN))
            .<Setting<?>>flatMap(List::stream)
            .toList();

    private static final String LOOPBACK = "127.0.0.1";

    /** Copies the lists. */
    Lookups {
        locators = List.copyOf(locators);
        hostAddresses = List.copyOf(hostAddresses);
    }

    /**
     * What an operator set.
     *
     * @throws IllegalArgumentException if something is missing, or a lookup service is on another machine without TLS
     */
    static Lookups of(Settings settings) {
        List<LookupAddress> locators = settings.find(LOCATORS)
                .orElseThrow(() -> new IllegalArgumentException("host-directory=jini needs "
                        + "jini-locators, 1 to 16 times HOST:PORT, with commas between them"));
        Optional<TlsContexts> tls = TLS.read(settings).map(JiniTlsFiles::contexts);
        if (tls.isEmpty() && !settings.get(ALLOW_PLAIN)) {
            locators.forEach(Lookups::requireLoopback);
        }
        return new Lookups(
                locators,
                new Transport(LOOPBACK, 1, tls), // a broker does not listen
                settings.find(HOST_ADDRESSES).map(Lookups::split).orElse(List.of()));
    }

    /** The machines on which hosts that this lookup service names may be. */
    AllowedHosts allowed(LookupAddress by) {
        return AllowedHosts.of(by).and(hostAddresses);
    }

    private static boolean areHosts(String text) {
        return split(text).stream().noneMatch(each -> each.isEmpty() || each.contains("/") || each.contains(" "));
    }

    private static List<String> split(String text) {
        return List.of(text.split(",", -1));
    }

    private static void requireLoopback(LookupAddress at) {
        boolean loopback = AddressLiteral.read(at.host())
                .filter(address -> address.isLoopbackAddress())
                .isPresent();
        if (!loopback) {
            throw new IllegalArgumentException(
                    "jini-locators has " + at + ", which is no loopback address, and needs TLS"
                            + " (jini-key-store); jini-allow-plain allows it where something else protects the network");
        }
    }
}
