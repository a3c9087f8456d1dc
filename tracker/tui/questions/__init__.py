"""The questions that the bar asks: each reads the text typed so far and says what it would do."""
