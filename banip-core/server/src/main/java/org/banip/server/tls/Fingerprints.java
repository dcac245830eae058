package org.banip.server.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The SHA-256 fingerprints with which a certificate can be shown. A fingerprint covers the signature and its encoding, which the holder of a certificate
 * can change without the authority: if (r, s) is an ECDSA signature, (r, n − s) is one as well, and verifiers take more than one encoding. What is
 * signed cannot be changed. So these are the fingerprint of what is shown, and those of its signed part with each signature in the encoding that
 * authorities write (DER).
 */
final class Fingerprints {
    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    /** The version, which a certificate of version 1 does not have. */
    private static final int VERSION = 0xa0;

    private static final int SHORT_LENGTH = 0x80;
    private static final int MOST_LENGTH_BYTES = 3;

    /** Algorithms of ANSI X9.62, and of DSA: their signatures are two numbers. */
    private static final String ECDSA = "1.2.840.10045.4.";

    private static final List<String> DSA = List.of("1.2.840.10040.4.", "2.16.840.1.101.3.4.3.");

    /** The orders n of the curves that Java verifies signatures on. Which one it is, only the authority's certificate tells. */
    private static final List<BigInteger> ORDERS = List.of(order("secp256r1"), order("secp384r1"), order("secp521r1"));

    private Fingerprints() {}

    /** In lower case, 64 hexadecimal digits each. */
    static Set<String> of(X509Certificate certificate) throws CertificateEncodingException {
        Set<String> all = new LinkedHashSet<>();
        all.add(sha256(certificate.getEncoded()));
        byte[] signed = certificate.getTBSCertificate();
        byte[] algorithm = algorithm(signed);
        for (byte[] signature : signatures(certificate)) {
            byte[] noUnusedBits = {0};
            all.add(sha256(element(SEQUENCE, signed, algorithm, element(BIT_STRING, noUnusedBits, signature))));
        }
        return all;
    }

    /** The algorithm of the signature as the authority has signed it; that outside of the signed part may be written in another way. */
    private static byte[] algorithm(byte[] signed) throws CertificateEncodingException {
        try {
            ByteBuffer in = ByteBuffer.wrap(signed);
            begin(in, SEQUENCE);
            if ((in.get(in.position()) & 0xff) == VERSION) {
                skip(in, VERSION);
            }
            skip(in, INTEGER); // the serial number
            int from = in.position();
            skip(in, SEQUENCE);
            return Arrays.copyOfRange(signed, from, in.position());
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw new CertificateEncodingException("the signed part of a certificate is malformed", e);
        }
    }

    /** The signature, and others that are right if it is right. */
    private static List<byte[]> signatures(X509Certificate certificate) {
        byte[] shown = certificate.getSignature();
        boolean ecdsa = certificate.getSigAlgOID().startsWith(ECDSA);
        if (!ecdsa && DSA.stream().noneMatch(certificate.getSigAlgOID()::startsWith)) {
            return List.of(shown);
        }
        try {
            ByteBuffer in = ByteBuffer.wrap(shown);
            begin(in, SEQUENCE);
            BigInteger r = integer(in);
            BigInteger s = integer(in);
            List<byte[]> all = new ArrayList<>(List.of(pair(r, s)));
            if (ecdsa) {
                ORDERS.stream().filter(n -> n.compareTo(s) > 0).forEach(n -> all.add(pair(r, n.subtract(s))));
            }
            return all;
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            return List.of(shown); // no verifier takes it
        }
    }

    private static byte[] pair(BigInteger r, BigInteger s) {
        return element(SEQUENCE, element(INTEGER, r.toByteArray()), element(INTEGER, s.toByteArray()));
    }

    /** Verifiers read these numbers without a sign. */
    private static BigInteger integer(ByteBuffer in) {
        byte[] bytes = new byte[begin(in, INTEGER)];
        in.get(bytes);
        return new BigInteger(1, bytes);
    }

    private static void skip(ByteBuffer in, int tag) {
        int length = begin(in, tag);
        in.position(in.position() + length);
    }

    /** The length of the next element, whose content follows. */
    private static int begin(ByteBuffer in, int tag) {
        int seen = in.get() & 0xff;
        int length = in.get() & 0xff;
        if (length >= SHORT_LENGTH) {
            int bytes = length - SHORT_LENGTH;
            length = 0;
            for (int i = 0; i < Math.min(bytes, MOST_LENGTH_BYTES + 1); i++) {
                length = length << 8 | in.get() & 0xff;
            }
        }
        if (seen != tag || length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("no element with tag " + tag);
        }
        return length;
    }

    private static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        out.write(tag);
        if (length < SHORT_LENGTH) {
            out.write(length);
        } else {
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int from = digits[0] == 0 ? 1 : 0; // no sign
            out.write(SHORT_LENGTH + digits.length - from);
            out.write(digits, from, digits.length - from);
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static BigInteger order(String curve) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(curve));
            return parameters.getParameterSpec(ECParameterSpec.class).getOrder();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has the curve " + curve, e);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
