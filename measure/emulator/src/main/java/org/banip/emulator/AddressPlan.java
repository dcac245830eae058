package org.banip.emulator;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Names and addresses in one emulated network. Link {@code l} of network {@code n} is {@code 10.(100+n).l.0/24}; the mobile host has
 * {@code .1} there, or after changes {@code .11} and on, the fixed host {@code .2}; {@code .3} is a second address of the mobile host. Each host also
 * has an address of its own, which can be reached on every link.
 *
 * @param slot number of the network
 */
record AddressPlan(int slot) {
    private static final int FIRST_NETWORK = 100;
    private static final int OWN = 255;
    private static final int MOBILE = 1;
    private static final int FIXED = 2;
    private static final int SECOND = 3;
    private static final int FIRST_AFTER_CHANGE = 11;
    private static final int AFTER_CHANGE = 240;

    String namespace(String host) {
        return "banip" + slot + "-" + host;
    }

    String subnet(int link) {
        return prefix(link) + "0/24";
    }

    /** The mobile host's address on a link. */
    Inet4Address mobile(int link, int changes) {
        return address(link, changes == 0 ? MOBILE : FIRST_AFTER_CHANGE + (changes - 1) % AFTER_CHANGE);
    }

    /** Another address of the mobile host on a link, at the same time. */
    Inet4Address second(int link) {
        return address(link, SECOND);
    }

    /** The fixed host's address on a link. */
    Inet4Address fixed(int link) {
        return address(link, FIXED);
    }

    Inet4Address ownOfMobile() {
        return address(OWN, MOBILE);
    }

    Inet4Address ownOfFixed() {
        return address(OWN, FIXED);
    }

    private String prefix(int third) {
        return "10." + (FIRST_NETWORK + slot) + "." + third + ".";
    }

    private Inet4Address address(int third, int fourth) {
        try {
            return (Inet4Address) InetAddress.getByName(prefix(third) + fourth); // no look-up, because it is a literal
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
