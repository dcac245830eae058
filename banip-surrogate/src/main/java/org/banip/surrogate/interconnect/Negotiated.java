package org.banip.surrogate.interconnect;

import java.util.List;
import org.banip.core.ban.BanDescription;
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

    /** Whether one of the descriptions has all groups of the other one, and further ones behind them. */
    private boolean isSameSoFar(BanDescription known) {
        return request.ban().continues(known) || known.continues(request.ban());
    }

    /** Whether it has groups that the record does not have. */
    boolean addsTo(InterconnectRecord record) {
        return chains.size() > record.chains().size();
    }

    /** The record with all groups that are wanted. */
    InterconnectRecord added(InterconnectRecord record) {
        return addsTo(record) ? record.with(request.ban(), chainTexts()) : record;
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
        if (!request.ban().equals(record.ban()) && !(request.adding() && isSameSoFar(record.ban()))) {
            throw new BanipException(ErrorCode.SESSION_MISMATCH, where + " exists with another BAN description");
        }
        if (!record.surrogateType().equals(request.surrogateType())) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH, where + " exists with surrogate type " + record.surrogateType());
        }
        int common = Math.min(record.chains().size(), chains.size());
        if (!record.chains().subList(0, common).equals(chainTexts().subList(0, common))) {
            throw new BanipException(
                    ErrorCode.SESSION_MISMATCH,
                    where + " exists with chains " + record.chains() + ", now asked for " + chainTexts());
        }
    }
}
