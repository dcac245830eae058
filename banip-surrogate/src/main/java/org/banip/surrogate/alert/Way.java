package org.banip.surrogate.alert;

import java.net.URI;

/** How a contact is told. */
sealed interface Way {
    /**
     * By a request to a URL.
     *
     * @param url the one URL that is ever asked
     * @param key signs what is sent; 32 to 512 characters
     */
    record Webhook(URI url, String key) implements Way {
        /** Never with the key. */
        @Override
        public String toString() {
            return "webhook";
        }
    }

    /**
     * By e-mail.
     *
     * @param address where it goes, {@code local@domain}
     */
    record Email(String address) implements Way {}

    /** By the MBU of the BAN that the alert is about. */
    record Wearer() implements Way {}
}
