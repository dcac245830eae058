package org.banip.surrogate.alert;

import java.net.URI;

/**
 * Somebody who is told of alerts, by a webhook.
 *
 * @param name 1 to 63 of {@code a-z 0-9 -}, begins with a letter
 * @param webhook the one URL that is ever asked
 * @param key signs what is sent; 32 to 512 characters
 */
record Contact(String name, URI webhook, String key) {
    /** Never with the key. */
    @Override
    public String toString() {
        return name;
    }
}
