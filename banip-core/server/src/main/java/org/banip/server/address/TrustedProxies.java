package org.banip.server.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Proxies in front of a server whose word about the client's address is believed: addresses such as {@code 10.0.0.7} and ranges such as
 * {@code 10.0.0.0/8} or {@code fd00::/8}.
 *
 * <p>Only the header {@code X-Forwarded-For} is read. A proxy appends the address it was called from, so the header is read from its end: each
 * trusted address names the one before it, and the first that is not trusted is the client. What stands before that is the client's own
 * claim and is ignored.
 */
public final class TrustedProxies {
    /** The header that is read. */
    public static final String HEADER = "X-Forwarded-For";

    /** No proxy is trusted: the peer of the connection is the client. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private final List<Range> ranges;

    private TrustedProxies(List<Range> ranges) {
        this.ranges = List.copyOf(ranges);
    }

    /**
     * Reads addresses and ranges, separated by commas or blanks.
     *
     * @throws IllegalArgumentException that names the one that is malformed
     */
    public static TrustedProxies parse(String text) {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split("[,\\s]+", -1)) {
            if (!part.isEmpty()) {
                ranges.add(Range.parse(part));
            }
        }
        return new TrustedProxies(ranges);
    }

    /**
     * The client's address.
     *
     * @param peer the address at the other end of the connection
     * @param forwardedFor the values of {@link #HEADER}, in their order
     */
    public String client(String peer, Iterable<String> forwardedFor) {
        String client = peer;
        if (ranges.isEmpty() || !trust(peer)) {
            return client;
        }
        List<String> hops = new ArrayList<>();
        forwardedFor.forEach(value -> hops.addAll(List.of(value.split(",", -1))));
        for (int i = hops.size() - 1; i >= 0; i--) {
            Optional<InetAddress> hop = AddressLiteral.read(hops.get(i).trim());
            if (hop.isEmpty()) {
                // A trusted proxy does not write this, so it is the client's own claim, or hides the client.
                return client;
            }
            client = hop.get().getHostAddress();
            if (!trust(client)) {
                return client;
            }
        }
        return client;
    }

    /** Whether no proxy is trusted. */
    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** Whether this address is a trusted proxy's. */
    public boolean trust(String address) {
        return AddressLiteral.read(address).stream()
                .anyMatch(read -> ranges.stream().anyMatch(range -> range.contains(read.getAddress())));
    }

    @Override
    public String toString() {
        return ranges.toString();
    }

    private static final class Range {
        private final byte[] first;
        private final int bits;

        Range(byte[] first, int bits) {
            this.first = first;
            this.bits = bits;
        }

        static Range parse(String text) {
            int slash = text.indexOf('/');
            byte[] first = AddressLiteral.read(slash < 0 ? text : text.substring(0, slash))
                    .orElseThrow(() -> malformed(text))
                    .getAddress();
            int most = first.length * Byte.SIZE;
            if (slash < 0) {
                return new Range(first, most);
            }
            String bits = text.substring(slash + 1);
            if (!bits.matches("\\d{1,3}") || Integer.parseInt(bits) > most) {
                throw malformed(text);
            }
            return new Range(first, Integer.parseInt(bits));
        }

        private static IllegalArgumentException malformed(String text) {
            return new IllegalArgumentException(
                    "trusted proxy '" + text + "' must be an address such as 10.0.0.7 or a range such as 10.0.0.0/8");
        }

        @Override
        public String toString() {
            try {
                return InetAddress.getByAddress(first).getHostAddress() + "/" + bits;
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
            }
        }

        boolean contains(byte[] address) {
            if (address.length != first.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> bit % Byte.SIZE;
                if (((address[bit / Byte.SIZE] ^ first[bit / Byte.SIZE]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
