package org.banip.mbu;

/** The contract, by {@code per-request}. */
class PerRequestUplinkTest extends UplinkContract {
    @Override
    String uplink() {
        return "per-request";
    }
}
