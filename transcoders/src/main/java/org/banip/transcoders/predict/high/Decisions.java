package org.banip.transcoders.predict.high;

/** Codes decisions. The predicted probability is refined by the results of similar decisions. */
final class Decisions {
    /** Contexts of decisions between ranges of codes. */
    static final int PLACES = 48;

    private static final int WIDTHS = 8;
    private static final int CONFIDENCES = 3;
    private static final int CONTEXTS = PLACES + CodeBias.LEVELS * CONFIDENCES;
    private static final double LEAST_PREDICTED = 1e-6;
    private static final double LEAST = 1.0 / 65536;
    private static final double CONSTANT = 0.3;
    /** Limits of a node's information. Below the first one its bias is unknown, below the second one uncertain. */
    private static final double LITTLE = 0.01;

    private static final double MUCH = 1;

    private final Mixer plainMixer = new Mixer(PLACES, 2);
    private final Mixer codeMixer = new Mixer(CONTEXTS - PLACES, 4);
    private final Calibration byPlace = new Calibration(CONTEXTS);
    private final Calibration byWidth;
    private final CodeBias bias = new CodeBias();
    private int widthContext;
    private int codeContext;

    /** Decisions about one channel. The result of {@link #calibrationByWidth} is shared by all channels of a section. */
    Decisions(Calibration byWidth) {
        this.byWidth = byWidth;
    }

    static Calibration calibrationByWidth() {
        return new Calibration(PLACES * WIDTHS);
    }

    void reset() {
        plainMixer.reset();
        codeMixer.reset();
        byPlace.reset();
        forgetCodes();
    }

    void forgetCodes() {
        bias.reset();
    }

    /** Starts the next sample, which is predicted with this width in steps between codes. */
    void next(double width) {
        widthContext = Math.max(0, Math.min(WIDTHS - 1, Math.getExponent(width) + 2));
    }

    /** A decision between ranges of codes. */
    boolean code(BitCoder coder, boolean bit, int place, double predicted) {
        double odds = Logistic.odds(clamp(predicted, LEAST_PREDICTED));
        plainMixer.inputs[0] = odds;
        plainMixer.inputs[1] = CONSTANT;
        double mixed = plainMixer.mix(place);
        double mixedOdds = Logistic.odds(clamp(mixed, LEAST_PREDICTED));
        double first = byPlace.calibrated(place, mixedOdds);
        double second = byWidth.calibrated(place * WIDTHS + widthContext, mixedOdds);
        boolean coded = coder.code(bit, scaled(0.5 * mixed + 0.25 * (first + second)));
        plainMixer.learn(coded);
        byPlace.learn(coded);
        byWidth.learn(coded);
        return coded;
    }

    /** Moves to a {@link CodeBias} node. */
    void seek(int level, long node) {
        bias.seek(level, node);
        double known = bias.information();
        int confidence = known < LITTLE ? 0 : known < MUCH ? 1 : 2;
        codeContext = level * CONFIDENCES + confidence;
    }

    /** The decision between the upper and the lower half of the codes below the node. */
    boolean codeUpper(BitCoder coder, boolean upper, double predicted) {
        double odds = Logistic.odds(clamp(predicted, LEAST_PREDICTED));
        double known = bias.information();
        codeMixer.inputs[0] = odds;
        codeMixer.inputs[1] = bias.odds() * known / (known + 0.5);
        codeMixer.inputs[2] = bias.odds() * known / (known + 5);
        codeMixer.inputs[3] = CONSTANT;
        double mixed = codeMixer.mix(codeContext);
        double mixedOdds = Logistic.odds(clamp(mixed, LEAST_PREDICTED));
        double calibrated = byPlace.calibrated(PLACES + codeContext, mixedOdds);
        boolean coded = coder.code(upper, scaled(0.5 * (mixed + calibrated)));
        codeMixer.learn(coded);
        byPlace.learn(coded);
        bias.learn(coded, odds);
        return coded;
    }

    private static double clamp(double probability, double least) {
        return probability >= least ? Math.min(probability, 1 - least) : least;
    }

    private static int scaled(double probability) {
        return (int) (clamp(probability, LEAST) * BitCoder.ONE);
    }
}
