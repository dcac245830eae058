package org.banip.mbu.uplink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import org.banip.mbu.spi.UplinkFactory;

/** The kinds of uplinks that are installed. */
public final class Uplinks {
    /** Those of banip-mbu-netty, for a message that helps where it is missing. */
    private static final List<String> OF_NETTY =
            Collections.unmodifiableList(Arrays.asList("duplex", "http2", "http3", "auto"));

    /** One request for each packet, and a new connection for each request: the reference of 2003. */
    public static final String PER_REQUEST = "per-request";
    /** One request for each packet, on a connection that stays open. */
    public static final String PERSISTENT = "persistent";
    /** One endless request; the reverse channel is a second connection. */
    public static final String CHUNKED = "chunked";

    private Uplinks() {}

    /** The built-in kinds, and all that {@link ServiceLoader} finds with the class loader of this class. */
    public static List<UplinkFactory> installed() {
        List<UplinkFactory> all = new ArrayList<>();
        all.add(new LockStepUplink.Factory(
                PER_REQUEST, "one POST per packet, the connection closed after each answer, as in 2003", true));
        all.add(new LockStepUplink.Factory(PERSISTENT, "one POST per packet, on a connection that stays open", false));
        all.add(new ChunkedUplink.Factory());
        ServiceLoader.load(UplinkFactory.class, Uplinks.class.getClassLoader()).forEach(all::add);
        return Collections.unmodifiableList(all);
    }

    /**
     * The kind with this name.
     *
     * @throws IllegalArgumentException with the known names, if there is none
     */
    public static UplinkFactory named(String name) {
        List<String> known = new ArrayList<>();
        for (UplinkFactory factory : installed()) {
            if (factory.name().equals(name)) {
                return factory;
            }
            known.add(factory.name());
        }
        String missing = OF_NETTY.contains(name) && !known.contains(name)
                ? "; '" + name + "' needs banip-mbu-netty on the class path (docs/links.md)"
                : "";
        throw new IllegalArgumentException("uplink '" + name + "' is not one of " + known + missing);
    }
}
