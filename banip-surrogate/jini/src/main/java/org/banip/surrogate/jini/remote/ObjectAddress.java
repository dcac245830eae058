package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.util.UUID;
import org.banip.core.text.Quoted;
import org.banip.server.address.AddressLiteral;

/**
 * Where an exported object is. The address is a literal one: no name is looked up, so what was checked is what is called.
 *
 * @param address an IPv4 or IPv6 address as text
 * @param port 1 to 65535
 * @param object its number among the objects of that port
 */
public record ObjectAddress(String address, int port, UUID object) implements Serializable {
    private static final int LONGEST = 64;
    private static final int LAST_PORT = 65_535;

    /** Checks every field. */
    public ObjectAddress {
        Checks.length("address", address.length(), LONGEST);
        if (address.contains("%")
                || address.contains("[")
                || AddressLiteral.read(address).isEmpty()) {
            throw new IllegalArgumentException(Quoted.of(address) + " is not an IPv4 or IPv6 address");
        }
        Checks.range("port", port, 1, LAST_PORT);
        java.util.Objects.requireNonNull(object);
    }
}
