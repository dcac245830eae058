package org.banip.surrogate.alert;

import java.util.UUID;

/** What those who find in the data of a BAN say: a finding, that a watch begins anew, or that a group delivers. */
sealed interface Report permits Found, Watching, Delivered {
    String ban();

    UUID session();

    /** {@code host}, {@code mbu}, or {@code ban}, the host by a rule of the BAN. */
    String by();
}
