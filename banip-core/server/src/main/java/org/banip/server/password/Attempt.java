package org.banip.server.password;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.server.address.ClientNetwork;

/**
 * A log-in to be checked with bcrypt.
 *
 * @param credentials name and password
 * @param digest keyed digest of both
 * @param hash the entry of that name; empty if there is none
 * @param decoy a hash of the highest cost, for names without an entry
 * @param from the network of the client
 */
public record Attempt(
        BasicCredentials credentials,
        ProvenCredentials.Digest digest,
        Optional<PasswordHash> hash,
        PasswordHash decoy,
        ClientNetwork from) {
    /**
     * Whether name and password are correct; this is slow. Every refusal takes as long as the entry of the highest cost, so the time reveals neither
     * unknown names nor cheap entries.
     */
    public boolean matches() {
        byte[] password = credentials.passwordBytes();
        for (PasswordHash compared : comparedIfWrong()) {
            if (compared.matches(password) && hash.filter(compared::equals).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** The entry, and decoys that make up the time of the costliest: each step of the cost doubles the time, so c and c, c + 1, … up to the most. */
    public List<PasswordHash> comparedIfWrong() {
        List<PasswordHash> compared = new ArrayList<>();
        PasswordHash own = hash.orElse(decoy);
        compared.add(own);
        for (int cost = own.cost(); cost < decoy.cost(); cost++) {
            compared.add(PasswordHash.decoy(cost));
        }
        return compared;
    }

    /** Equality of two attempts. */
    Object key() {
        return new Key(digest, hash);
    }

    private record Key(ProvenCredentials.Digest digest, Optional<PasswordHash> hash) {}
}
