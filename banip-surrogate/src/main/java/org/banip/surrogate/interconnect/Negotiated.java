package org.banip.surrogate.interconnect;

import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.surrogate.store.InterconnectRecord;

/**
 * A registration that the host can serve.
 *
 * @param request what the MBU wants
 * @param identity who it is
 * @param chains the chain per group, in the order of the description
 */
record Negotiated(RegistrationRequest request, String identity, List<TranscodingChain> chains) {
    List<String> chainTexts() {
        return chains.stream().map(TranscodingChain::toString).toList();
    }

    /**
     * Refuses to attach to an interconnect that is not the same one.
     *
     * @throws BanipException {@code FORBIDDEN} or {@code SESSION_MISMATCH}
     */
    void check(InterconnectRecord record) {
        String where = "session " + InterconnectParts.shortId(record.session());
        if (!record.identity().equals(identity)) {
            throw new BanipException(ErrorCode.FORBIDDEN, where + " belongs to another identity");
        }
        if (!record.ban().equals(request.ban())) {
            throw new BanipException(ErrorCode.SESSION_MISMATCH, where + " exists with another BAN description");
        }
        if (!record.surrogateType().equals(request.surrogateType())) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH, where + " exists with surrogate type " + record.surrogateType());
        }
        if (!record.chains().equals(chainTexts())) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH,
                    where + " exists with chains " + record.chains() + ", now asked for " + chainTexts());
        }
    }
}
