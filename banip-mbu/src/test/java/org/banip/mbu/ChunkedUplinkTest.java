package org.banip.mbu;

/** The contract, by {@code chunked}. */
class ChunkedUplinkTest extends UplinkContract {
    @Override
    String uplink() {
        return "chunked";
    }
}
