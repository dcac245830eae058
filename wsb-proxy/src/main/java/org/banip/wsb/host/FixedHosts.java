package org.banip.wsb.host;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.server.settings.SettingType;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.KnownHost;

/**
 * A fixed list of hosts: URLs, each optionally with a name and {@code =} before it. Without a name, a host of several gets eight digits of its URL's
 * SHA-256, the same at every broker that writes the URL alike. Immutable.
 */
public final class FixedHosts implements HostDirectory {
    /** The type of the setting. */
    public static final SettingType<FixedHosts> TYPE = new SettingType<>(
            SettingType.URLS,
            "",
            "http or https URLs without user, query and fragment, separated by commas; each may have a name of 1 to 36 of a-z 0-9 - and = before it",
            FixedHosts::parse,
            FixedHosts::toString);

    private static final int DERIVED_DIGITS = 8;
    private static final SettingType<URI> URL = SettingType.url();

    private final List<KnownHost> hosts;

    private FixedHosts(List<KnownHost> hosts) {
        Set<String> ids = new HashSet<>();
        Set<URI> bases = new HashSet<>();
        for (KnownHost host : hosts) {
            if (!ids.add(host.id()) || !bases.add(host.base())) {
                throw new IllegalArgumentException("it has a host or a name twice, " + host.base());
            }
        }
        this.hosts = List.copyOf(hosts);
    }

    /** These hosts, without names. */
    public static FixedHosts of(List<URI> bases) {
        List<KnownHost> hosts = new ArrayList<>();
        for (URI base : bases) {
            // The final form of the URL decides about the name.
            KnownHost host = new KnownHost("", base, OptionalLong.empty());
            hosts.add(bases.size() == 1 ? host : new KnownHost(nameOf(host.base()), base, OptionalLong.empty()));
        }
        return new FixedHosts(hosts);
    }

    private static FixedHosts parse(String text) {
        String[] items = text.split(",", -1);
        List<KnownHost> hosts = new ArrayList<>();
        for (String item : items) {
            int equals = item.indexOf('=');
            int colon = item.indexOf(':');
            boolean named = equals > 0 && equals < colon;
            URI base = new KnownHost(
                            "",
                            URL.parser()
                                    .apply(item.substring(named ? equals + 1 : 0)
                                            .trim()),
                            OptionalLong.empty())
                    .base();
            String derived = items.length == 1 ? "" : nameOf(base);
            hosts.add(new KnownHost(named ? item.substring(0, equals).trim() : derived, base, OptionalLong.empty()));
        }
        return new FixedHosts(hosts);
    }

    /** The name of a host that has none: the first eight digits of the SHA-256 of its URL, as {@link KnownHost#base} has it. */
    public static String nameOf(URI base) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(base.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DERIVED_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public List<KnownHost> hosts() {
        return hosts;
    }

    /** The URLs. */
    @Override
    public String toString() {
        return hosts.stream().map(host -> host.base().toString()).collect(Collectors.joining(", "));
    }
}
